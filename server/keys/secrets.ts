import { createHash, randomBytes } from 'node:crypto'

/** Returns random bytes, 256 bits by default, in characters that need no escaping in addresses, headers and shells. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** Returns the hash that is stored for a secret. One round is enough, because the secret is long and random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
