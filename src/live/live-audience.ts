import { sessionOfToken } from '../rules/token-claims.ts'
import type { Live } from './live.ts'

/** The audience of all signed-out visitors of public organisations. */
export const VISITORS = 'visitors'

/** Returns whose tabs share a live connection: a session's, or visitors' while they watch a topic; otherwise null. */
export const audienceOf = (token: string | null, topics: Live['topics']): string | null => {
  if (token !== null) return sessionOfToken(token)
  return Object.keys(topics).length > 0 ? VISITORS : null
}
