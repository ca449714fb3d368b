import type { KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { UserId } from '../../src/contract/wire/common.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'longshore'

export interface TokenClaims {
  userId: UserId
  sessionId: string
  /** Generation of the session's secret issued with the token. Using the token shows that both have arrived. */
  generation: number
}

export const signToken = (
  key: KeyObject,
  { userId, sessionId, generation }: TokenClaims,
  expiresAt: Date,
): Promise<string> =>
  new SignJWT({ sid: sessionId, gen: generation })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key)

/** Returns null for a token that this installation did not sign or that has expired. */
export const readToken = async (key: KeyObject, token: string): Promise<TokenClaims | null> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['exp'],
    })
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return null
    // Tokens of an earlier version have no generation.
    const generation = typeof payload.gen === 'number' ? payload.gen : 0
    // The signature proves that the subject is the id of a user of this installation.
    return { userId: payload.sub as UserId, sessionId: payload.sid, generation }
  } catch {
    return null
  }
}
