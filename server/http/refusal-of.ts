import { EngineFailure } from '../engines/engine.ts'
import { databaseFault } from '../store/database-fault.ts'
import { Refused } from './refused.ts'

const codes: Record<string, ConstructorParameters<typeof Refused>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['tooLarge'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['wrongMediaType'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', { words: 'The request is not as long as it says.' }],
  FST_ERR_BAD_URL: ['malformed', { words: 'The address could not be read. Check its percent signs.' }],
  FST_ERR_MAX_LIMIT: ['tooMany'],
}

const byDatabase = {
  gone: () => new Refused('unavailable'),
  busy: () => new Refused('unavailable', { words: 'The database is too busy. Please try again in a moment.' }),
  full: () =>
    new Refused('unavailable', {
      words: 'The disk of the database is full, so nothing was changed. Free some space, then try again.',
    }),
}

/** What a caller is told of any error. What is no refusal is a bug, and its own words stay in the log. */
export const refusalOf = (error: unknown): Refused => {
  if (error instanceof Refused) return error
  if (error instanceof EngineFailure)
    return new Refused(error.code === 'engineUnreachable' ? 'engineUnavailable' : 'unexpected', {
      words: error.message,
      cause: error,
    })
  const fault = databaseFault(error)
  if (fault) return byDatabase[fault]()
  if (!(error instanceof Error)) return new Refused('unexpected')
  const known = 'code' in error && typeof error.code === 'string' ? codes[error.code] : undefined
  if (known) return new Refused(...known)
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  if (status === 429) return new Refused('tooMany')
  if (status === 403 || status === 404) return new Refused('notFound')
  if (status < 500) return new Refused('malformed', { words: 'The request could not be read.' })
  return new Refused('unexpected', { cause: error })
}
