import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

export const newHookToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Derived from the id of the hook, so that it needs no place in the database. */
export const signingSecretOf = (key: KeyObject, hookId: string): string =>
  createHmac('sha256', key).update(hookId).digest('base64url')

export type Signature = 'valid' | 'invalid' | 'absent'

interface SignedRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/**
 * GitHub and other senders sign the body (`X-Hub-Signature-256`); Harbor sends the secret itself as its authorization
 * header.
 */
export function checkSignature({ headers, body }: SignedRequest, secret: string): Signature {
  const signature = headers['x-hub-signature-256'] ?? headers['x-longshore-signature']
  if (signature !== undefined) {
    const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    return typeof signature === 'string' && isEqual(signature.toLowerCase(), expected) ? 'valid' : 'invalid'
  }
  const { authorization } = headers
  if (authorization === undefined) return 'absent'
  const isSecret = typeof authorization === 'string' && isEqual(authorization.replace(/^bearer +/i, ''), secret)
  return isSecret ? 'valid' : 'invalid'
}

/** Compares digests, which have equal lengths, in constant time. */
const isEqual = (given: string, expected: string): boolean => timingSafeEqual(hashOfToken(given), hashOfToken(expected))
