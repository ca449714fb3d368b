import { sessionOfToken } from '../rules/token-claims.ts'
import type { Live } from './live.ts'

/** Everybody who looks at a public organisation without a login. */
export const VISITORS = 'visitors'

/** Whose tabs share a live connection: those of one session; of visitors, as long as they look at something; or nobody's. */
export const audienceOf = (token: string | null, topics: Live['topics']): string | null => {
  if (token !== null) return sessionOfToken(token)
  return Object.keys(topics).length > 0 ? VISITORS : null
}
