import { EngineFailure } from '../../engines/engine.ts'
import { ApiError } from '../../http/api-error.ts'

/** Returns what to tell a user about something that the engine did not do. */
export function rejectionOf(error: unknown): unknown {
  if (!(error instanceof EngineFailure)) return error
  switch (error.code) {
    case 'commandNotFound':
    case 'commandUnsupported':
      return new ApiError('invalid', { message: error.message })
    case 'workloadNotFound':
    case 'workloadNotRunning':
      return new ApiError('instanceNotActive', { message: 'This replica stopped meanwhile. Try again in a moment.' })
    case 'engineUnreachable':
      return new ApiError('engineUnavailable', { cause: error })
    default:
      return error
  }
}
