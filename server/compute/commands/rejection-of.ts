import { EngineFailure } from '../../engines/engine.ts'
import { ApiError } from '../../http/api-error.ts'

/** Returns the API error for a failure of the engine to run something; `invalid` makes the one for a command that cannot run. */
export function rejectionOf(
  error: unknown,
  invalid = (message: string): ApiError => new ApiError('invalid', { message }),
): unknown {
  if (!(error instanceof EngineFailure)) return error
  switch (error.code) {
    case 'commandNotFound':
    case 'commandUnsupported':
      return invalid(error.message)
    case 'workloadNotFound':
    case 'workloadNotRunning':
      return new ApiError('instanceNotActive', { message: 'This replica stopped meanwhile. Try again in a moment.' })
    case 'engineUnreachable':
      return new ApiError('engineUnavailable', { cause: error })
    default:
      return error
  }
}
