import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from './derived-key.ts'

const ID_BYTES = 16
const COUNT_BYTES = 6
const PAYLOAD_BYTES = ID_BYTES + COUNT_BYTES
const MAC_BYTES = 32
const LENGTH = Math.ceil(((PAYLOAD_BYTES + MAC_BYTES) * 4) / 3)

/** One generation of a session's secret. */
export interface SecretOfSession {
  sessionId: string
  generation: number
}

/**
 * Encodes a session's id and generation in an authenticated secret. The same generation always yields the same secret,
 * so a renewal can be repeated without storing the secret, and an old copy is recognised without a list of old ones.
 */
export interface SessionSecrets {
  write(secret: SecretOfSession): string
  /** Returns null for a secret that this installation did not issue. */
  read(secret: string): SecretOfSession | null
}

export const createSessionSecrets = (installationSecret: string): SessionSecrets => {
  const key = derivedKey(installationSecret, 'session-secrets')
  const seal = (payload: Buffer) => createHmac('sha256', key).update(payload).digest()

  return {
    write: ({ sessionId, generation }) => {
      const payload = Buffer.alloc(PAYLOAD_BYTES)
      payload.write(sessionId.replaceAll('-', ''), 'hex')
      payload.writeUIntBE(generation, ID_BYTES, COUNT_BYTES)
      return Buffer.concat([payload, seal(payload)]).toString('base64url')
    },
    read: (secret) => {
      if (secret.length !== LENGTH) return null
      const bytes = Buffer.from(secret, 'base64url')
      if (bytes.length !== PAYLOAD_BYTES + MAC_BYTES) return null
      const payload = bytes.subarray(0, PAYLOAD_BYTES)
      if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), seal(payload))) return null
      const hex = payload.toString('hex', 0, ID_BYTES)
      return {
        sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        generation: payload.readUIntBE(ID_BYTES, COUNT_BYTES),
      }
    },
  }
}
