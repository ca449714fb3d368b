import type { KeyObject } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { UserId } from '../../src/contract/wire/common.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'longshore'

export interface TokenClaims {
  userId: UserId
  sessionId: string
}

export const signToken = (key: KeyObject, { userId, sessionId }: TokenClaims, expiresAt: Date): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key)

/** Null for whatever this installation did not sign, and for what has expired. */
export const readToken = async (key: KeyObject, token: string): Promise<TokenClaims | null> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['exp'],
    })
    if (typeof payload.sub !== 'string' || typeof payload.sid !== 'string') return null
    // Only this installation's key signs a subject, and it signs the ids of its own people.
    return { userId: payload.sub as UserId, sessionId: payload.sid }
  } catch {
    return null
  }
}
