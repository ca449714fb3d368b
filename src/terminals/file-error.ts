/** A request about files that failed; the message is for the user. */
export class FileError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'FileError'
    this.code = code
  }
}
