/** Why the control plane does not start: one line that says what is wrong and what to do. Nothing has been changed. */
export class StartUpError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartUpError'
  }
}
