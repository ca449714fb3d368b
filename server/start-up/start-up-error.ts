/** Why the control plane does not start: one line with the problem and its remedy. Nothing has been changed. */
export class StartUpError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartUpError'
  }
}
