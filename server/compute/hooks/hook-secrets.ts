import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32

export const newHookToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Derived from the id of the hook, so that it needs no place in the database. */
export const signingSecretOf = (key: KeyObject, hookId: string): string =>
  createHmac('sha256', key).update(hookId).digest('base64url')

/** A signature that covers the body identifies the request; the secret itself as a header does not. */
export type Signature = { kind: 'valid'; signature: string | null } | { kind: 'invalid' } | { kind: 'absent' }

interface SignedRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** How old a signature with a time may be. */
const TOLERANCE_SECONDS = 300

/**
 * Scripts sign the time and the body (`X-Longshore-Signature: t=…,v1=…`), GitHub signs the body
 * (`X-Hub-Signature-256`), Harbor and GitLab send the secret itself as a header.
 */
export function checkSignature({ headers, body }: SignedRequest, secret: string, nowMs: number): Signature {
  const timed = headers['x-longshore-signature']
  if (timed !== undefined) return checkTimed(timed, body, secret, nowMs)
  const signature = headers['x-hub-signature-256']
  if (signature !== undefined) return verified(signature, `sha256=${hmac(secret, body)}`)
  const token = headers['x-gitlab-token'] ?? headers.authorization
  if (token === undefined) return { kind: 'absent' }
  const isSecret = typeof token === 'string' && isEqual(token.replace(/^bearer +/i, ''), secret)
  return isSecret ? { kind: 'valid', signature: null } : { kind: 'invalid' }
}

function checkTimed(header: string | string[], body: Buffer, secret: string, nowMs: number): Signature {
  const [, time = '', given = ''] =
    (typeof header === 'string' && /^t=(\d{1,12}),v1=([\da-f]{64})$/i.exec(header)) || []
  const isRecent = Math.abs(nowMs / 1000 - Number(time)) <= TOLERANCE_SECONDS
  return time !== '' && isRecent
    ? verified(given, hmac(secret, Buffer.concat([Buffer.from(`${time}.`), body])))
    : { kind: 'invalid' }
}

const verified = (given: string | string[], expected: string): Signature =>
  typeof given === 'string' && isEqual(given.toLowerCase(), expected)
    ? { kind: 'valid', signature: expected }
    : { kind: 'invalid' }

const hmac = (secret: string, signed: Buffer): string => createHmac('sha256', secret).update(signed).digest('hex')

/** Compares digests, which have equal lengths, in constant time. */
const isEqual = (given: string, expected: string): boolean => timingSafeEqual(hashOfToken(given), hashOfToken(expected))
