/** A start that came to nothing; the message is for a person and says what to do. */
export class StartFailed extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
