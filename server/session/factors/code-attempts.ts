import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { codeAttempts } from '../../store/schema.ts'

/** The number of consecutive wrong codes at which codes are locked. */
export const FREE_FAILURES = 5
const FIRST_LOCK_MS = 30_000
const MAX_LOCK_MS = 3_600_000

/** 30 s after the fifth wrong code, then twice as long after each, up to an hour. Passkeys are never locked. */
const lockMs = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(FIRST_LOCK_MS * 2 ** (failures - FREE_FAILURES), MAX_LOCK_MS)

export type CodeOutcome = { kind: 'right' } | { kind: 'wrong'; failures: number } | { kind: 'locked'; until: Date }

/**
 * Tries one code of a user under a row lock, so that concurrent guesses are tried one after the other and each counts.
 * Does not throw, because the count of wrong codes must be committed.
 */
export const tryCode = async (tx: Tx, userId: UserId, isRight: () => Promise<boolean>): Promise<CodeOutcome> => {
  const mine = eq(codeAttempts.userId, userId)
  await tx.insert(codeAttempts).values({ userId }).onConflictDoNothing()
  const [row] = await tx.select().from(codeAttempts).where(mine).for('update')
  const { failures: before = 0, lockedUntil = null } = row ?? {}
  if (lockedUntil && lockedUntil.getTime() > Date.now()) return { kind: 'locked', until: lockedUntil }
  if (await isRight()) {
    await forgetFailures(tx, userId)
    return { kind: 'right' }
  }
  const failures = before + 1
  const locked = lockMs(failures)
  const until = locked > 0 ? new Date(Date.now() + locked) : null
  await tx.update(codeAttempts).set({ failures, lockedUntil: until }).where(mine)
  return { kind: 'wrong', failures }
}

export const forgetFailures = async (db: DbOrTx, userId: UserId): Promise<void> => {
  await db.update(codeAttempts).set({ failures: 0, lockedUntil: null }).where(eq(codeAttempts.userId, userId))
}

export const lockedError = (until: Date, field: string): ApiError => {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000))
  const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
  return fieldError(field, `Too many wrong codes. Try again in ${time}, or use a passkey.`, 'tooManyCodes')
}
