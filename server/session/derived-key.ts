import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Derives a 256-bit key for one purpose, so that a value sealed for one purpose is useless for another. */
export const derivedKey = (secret: string, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `longshore/${purpose}`, 32)))
