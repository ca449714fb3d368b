import { EngineFailure } from '../../engines/engine.ts'

/** A start that the reconciler itself gives up. The message is shown to the user and names what to do. */
export class StartFailed extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** An error as data: `start` was decided here, `engine` by the engine, and `unexpected` is a bug or the database. */
export interface Failure {
  source: 'start' | 'engine' | 'unexpected'
  code: string
  message: string
}

export function failureOf(error: unknown): Failure {
  if (error instanceof StartFailed) return { source: 'start', code: error.code, message: error.message }
  if (error instanceof EngineFailure) return { source: 'engine', code: error.code, message: error.message }
  return {
    source: 'unexpected',
    code: 'unexpected',
    message: 'Starting it did not work, and the reason is in the log of the server. Deploy it again.',
  }
}
