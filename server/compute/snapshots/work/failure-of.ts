import { EngineFailure } from '../../../engines/engine.ts'
import { BrokenArchive } from '../archive/tar-check.ts'
import { StoreFailure } from '../store/archive-store.ts'

export interface WorkFailure {
  code: string
  message: string
  /** Whether a later attempt may succeed. */
  mayRecover: boolean
}

/** A failure with a message for users that no repetition changes. */
export class WorkFailed extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const recoverable = ['engineUnreachable', 'storeUnreachable', 'unexpected']

export function workFailureOf(error: unknown): WorkFailure {
  if (error instanceof EngineFailure || error instanceof StoreFailure)
    return { code: error.code, message: error.message, mayRecover: recoverable.includes(error.code) }
  if (error instanceof WorkFailed) return { code: error.code, message: error.message, mayRecover: false }
  if (error instanceof BrokenArchive) return { code: 'brokenArchive', message: error.message, mayRecover: false }
  return {
    code: 'unexpected',
    message: 'This failed unexpectedly. Try again, or ask the operator to check the log of the server.',
    mayRecover: true,
  }
}
