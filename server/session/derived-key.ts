import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** A 256-bit key for one purpose, so that what is sealed for one can never be used for another. */
export const derivedKey = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `longshore/${purpose}`, 32)))
