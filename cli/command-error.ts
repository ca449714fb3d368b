import type { FieldError } from '../src/contract/error-codes.ts'

/** The exit codes, as `longshore help` lists them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, notLoggedIn: 3, invalidFile: 4, interrupted: 130 } as const

/** Ends the command with a message. */
export class CommandError extends Error {
  readonly exitCode: number
  /** The invalid fields of a call. */
  readonly fields: readonly FieldError[]

  constructor(message: string, exitCode: number = exitCodes.failed, fields: readonly FieldError[] = []) {
    super(message)
    this.name = 'CommandError'
    this.exitCode = exitCode
    this.fields = fields
  }
}

export const usageError = (message: string): CommandError => new CommandError(message, exitCodes.usage)
