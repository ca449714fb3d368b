import { createHash, randomBytes } from 'node:crypto'

/** Random bytes, 256 bits unless told, as characters that an address, a header and a shell take as they are. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** What is kept of a secret. It is random and long, so one round is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
