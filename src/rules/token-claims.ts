import * as v from 'valibot'

const payload = v.pipe(v.string(), v.parseJson(), v.object({ sid: v.string(), sub: v.string(), exp: v.number() }))

/** The claims of an access token. They are not verified: only the server can check the signature. */
export interface TokenClaims {
  sessionId: string
  userId: string
  expiresAtMs: number
}

/** Returns null if the text is not a token of this product. */
export const tokenClaims = (token: string): TokenClaims | null => {
  const read = v.safeParse(payload, decoded(token.split('.')[1] ?? ''))
  return read.success
    ? { sessionId: read.output.sid, userId: read.output.sub, expiresAtMs: read.output.exp * 1000 }
    : null
}

/** Returns the session id of a token, which stays the same when the token is renewed. */
export const sessionOfToken = (token: string): string => tokenClaims(token)?.sessionId ?? token

const decoded = (part: string): string => {
  try {
    return atob(part.replace(/-/g, '+').replace(/_/g, '/'))
  } catch {
    return ''
  }
}
