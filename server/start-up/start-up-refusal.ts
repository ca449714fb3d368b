/** Why the control plane does not start: one line that says what is wrong and what to do. Nothing has been changed. */
export class StartUpRefusal extends Error {
  constructor(words: string, options?: ErrorOptions) {
    super(words, options)
    this.name = 'StartUpRefusal'
  }
}
