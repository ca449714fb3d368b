import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters that an address, a header and a shell take as they are. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret. It is random and long, so one round is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
