import { EngineFailure } from '../engine.ts'

/** Converts a system error to an `EngineFailure` with a message for users. An abort stays an abort. */
export function processFailure(error: unknown): Error {
  if (!(error instanceof Error)) return new EngineFailure('unexpected', String(error))
  if (error instanceof EngineFailure || error.name === 'AbortError') return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EngineFailure('diskFull', 'The disk of the data folder is full. Free some space, then try again.', {
      cause: error,
    })
  }
  return new EngineFailure('unexpected', `The system could not run the workload: ${error.message}.`, { cause: error })
}
