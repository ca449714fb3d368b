import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { RegistryCredentials } from '../../engines/engine.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const credentials = v.object({ registry: v.string(), username: v.string(), password: v.string() })

export interface Seal {
  seal(credentials: RegistryCredentials, owner: string): Uint8Array
  /** Undefined when it was sealed with another secret or for another owner. */
  open(sealed: Uint8Array, owner: string): RegistryCredentials | undefined
}

/** Registry credentials at rest: AES-256-GCM with a key made of the installation's secret, bound to the row that owns them. */
export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, 'longshore', 'registry credentials', 32))
  return {
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(JSON.stringify(plain), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const plain =
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        return v.parse(credentials, JSON.parse(plain))
      } catch {
        return undefined
      }
    },
  }
}
