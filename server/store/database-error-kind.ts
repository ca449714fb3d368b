const CONNECTION_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOENT',
])
/** Query cancelled, deadlock detected, serialization failure: nothing was changed, and the request can be retried. */
const BUSY = new Set(['57014', '40P01', '40001'])
const CONNECTION_ERROR_PATTERN =
  /connection terminated|timeout exceeded when trying to connect|not queryable|query read timeout|connection ended/i

/** Returns the kind of database error in an error or its causes; undefined if there is none. */
export const databaseErrorKind = (error: unknown): 'gone' | 'full' | 'busy' | undefined => {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (code === '53100' || code === 'ENOSPC') return 'full'
    if (BUSY.has(code)) return 'busy'
    if (/^(08|57P0[1-5]|53[023]00)/.test(code)) return 'gone'
    if (CONNECTION_ERROR_CODES.has(code) && (code !== 'ENOENT' || ('syscall' in at && at.syscall === 'connect')))
      return 'gone'
    if (CONNECTION_ERROR_PATTERN.test(at.message)) return 'gone'
  }
  return undefined
}
