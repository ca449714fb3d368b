import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey } from '../session/derived-key.ts'

/** The first byte of every sealed value: the version of its key and layout. A key rotation adds a version. */
const VERSION = Buffer.from([1])
const NONCE_BYTES = 12
const TAG_BYTES = 16
const BODY_STARTS = VERSION.length + NONCE_BYTES + TAG_BYTES

export interface Seal {
  /** `owner` is authenticated: the value opens for no other owner, so copying it to another row is useless. */
  seal(plain: string, owner: string): Buffer
  /**
   * Returns undefined if the value was changed, or sealed with another secret, for another purpose or for another
   * owner.
   */
  open(sealed: Uint8Array, owner: string): string | undefined
}

/** Encrypts text at rest with AES-256-GCM. The key is derived from the installation's secret for this purpose only. */
export const createSeal = (secret: string, purpose: string): Seal => {
  const key = derivedKey(secret, purpose)
  const context = (owner: string) => Buffer.concat([VERSION, Buffer.from(owner)])
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context(owner))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([VERSION, nonce, cipher.getAuthTag(), body])
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      if (bytes.length < BODY_STARTS || bytes[0] !== VERSION[0]) return undefined
      const nonce = bytes.subarray(VERSION.length, VERSION.length + NONCE_BYTES)
      const tag = bytes.subarray(VERSION.length + NONCE_BYTES, BODY_STARTS)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(context(owner)).setAuthTag(tag)
        return decipher.update(bytes.subarray(BODY_STARTS), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}
