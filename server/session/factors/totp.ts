import type { KeyObject } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { totpSecrets } from '../../store/schema.ts'

const STEP_SECONDS = 30
const SET_UP_MINUTES = 10

/** Seals the secrets of authenticator apps, each bound to its user. */
export interface TotpSeal {
  seal(secret: string, userId: UserId): Promise<string>
  open(sealed: string, userId: UserId): Promise<string>
}

export const createTotpSeal = (key: KeyObject): TotpSeal => ({
  seal: (secret, userId) =>
    new CompactEncrypt(Buffer.from(secret))
      // The header is authenticated: a secret copied to another user's row cannot be opened there.
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: userId })
      .encrypt(key),
  open: async (sealed, userId) => {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    if (protectedHeader.kid !== userId) throw new Error('This secret belongs to another user.')
    return Buffer.from(plaintext).toString()
  },
})

/** Creates a secret in base32, and the URI that an authenticator app reads from a QR code. */
export const newTotp = async (issuer: string, label: string): Promise<{ secret: string; uri: string }> => {
  const { generateSecret, generateURI } = await import('otplib')
  const secret = generateSecret()
  return { secret, uri: generateURI({ issuer, label, secret, period: STEP_SECONDS }) }
}

/**
 * Returns the time step of a valid code within one step of now and after the last accepted step; null for any other
 * code.
 */
const stepOf = async (secret: string, code: string, lastStep: number): Promise<number | null> => {
  const { verify } = await import('otplib')
  const result = await verify({ secret, token: code, period: STEP_SECONDS, epochTolerance: STEP_SECONDS })
  return result.valid && 'timeStep' in result && result.timeStep > lastStep ? result.timeStep : null
}

/**
 * Accepts each code only once. The caller must hold the lock on the user's code attempts, so that concurrent requests
 * with the same code cannot both succeed.
 */
export const acceptTotp = async (tx: Tx, seal: TotpSeal, userId: UserId, code: string): Promise<boolean> => {
  const mine = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt))
  const [row] = await tx.select().from(totpSecrets).where(mine)
  if (!row) return false
  const step = await stepOf(await seal.open(row.sealed, userId), code, row.lastStep)
  if (step === null) return false
  await tx.update(totpSecrets).set({ lastStep: step }).where(mine)
  return true
}

/** Returns the time step of the first code of a set-up, or null if the code is wrong. */
export const firstTotpStep = async (
  row: typeof totpSecrets.$inferSelect,
  seal: TotpSeal,
  code: string,
): Promise<number | null> => stepOf(await seal.open(row.sealed, row.userId), code, 0)

/** Returns whether a set-up may still be confirmed in this session. */
export const isStartedHere = (row: typeof totpSecrets.$inferSelect, session: string): boolean =>
  row.confirmedAt === null &&
  row.startedIn === session &&
  Date.now() - row.startedAt.getTime() < SET_UP_MINUTES * 60_000
