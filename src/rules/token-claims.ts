import * as v from 'valibot'

const payload = v.pipe(v.string(), v.parseJson(), v.object({ sid: v.string(), sub: v.string(), exp: v.number() }))

/** What an access token says of itself. It is read for its times and names; only the server can tell if it is true. */
export interface TokenClaims {
  sessionId: string
  userId: string
  expiresAtMs: number
}

/** Null for what is no token of this product. */
export const tokenClaims = (token: string): TokenClaims | null => {
  const read = v.safeParse(payload, decoded(token.split('.')[1] ?? ''))
  return read.success
    ? { sessionId: read.output.sid, userId: read.output.sub, expiresAtMs: read.output.exp * 1000 }
    : null
}

/** What stays the same when a token is renewed. */
export const sessionOfToken = (token: string): string => tokenClaims(token)?.sessionId ?? token

const decoded = (part: string): string => {
  try {
    return atob(part.replace(/-/g, '+').replace(/_/g, '/'))
  } catch {
    return ''
  }
}
