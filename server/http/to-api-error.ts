import { EngineFailure } from '../engines/engine.ts'
import { databaseErrorKind } from '../store/database-error-kind.ts'
import { ApiError } from './api-error.ts'

const codes: Record<string, ConstructorParameters<typeof ApiError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['tooLarge'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['wrongMediaType'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', { message: 'The request does not match its content length.' }],
  FST_ERR_BAD_URL: ['malformed', { message: 'The URL could not be decoded. Check its percent-encoding.' }],
  FST_ERR_MAX_LIMIT: ['tooMany'],
}

const byDatabase = {
  gone: () => new ApiError('unavailable'),
  busy: () => new ApiError('unavailable', { message: 'The database is too busy. Try again in a moment.' }),
  full: () =>
    new ApiError('unavailable', {
      message: 'The disk of the database is full, so nothing has changed. Free some space, then try again.',
    }),
}

/** Converts any error for the caller. An error of unknown kind is a bug, and its message is only logged. */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  if (error instanceof EngineFailure)
    return error.code === 'engineUnreachable'
      ? new ApiError('engineUnavailable', { message: error.message, cause: error })
      : new ApiError('unexpected', { cause: error })
  const errorKind = databaseErrorKind(error)
  if (errorKind) return byDatabase[errorKind]()
  if (!(error instanceof Error)) return new ApiError('unexpected')
  const known = 'code' in error && typeof error.code === 'string' ? codes[error.code] : undefined
  if (known) return new ApiError(...known)
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 429) return new ApiError('tooMany')
  if (status === 403 || status === 404) return new ApiError('notFound')
  if (status < 500) return new ApiError('malformed', { message: 'The request could not be read.' })
  return new ApiError('unexpected', { cause: error })
}
