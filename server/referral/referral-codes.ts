import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import { ApiError } from '../http/api-error.ts'
import { fieldError } from '../http/field-error.ts'
import { notifyUser } from '../live/outbox.ts'
import type { DbOrTx, Tx } from '../store/connection.ts'
import { referralCodes, users } from '../store/schema.ts'

/** Without letters and digits that are easily confused. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 8

/** Returns null for a user who is not in the programme. */
export const codeOf = async (db: DbOrTx, userId: UserId): Promise<string | null> => {
  const [row] = await db
    .select({ code: referralCodes.code })
    .from(referralCodes)
    .innerJoin(users, and(eq(users.id, referralCodes.userId), eq(users.referralEnabled, true)))
    .where(eq(referralCodes.userId, userId))
  return row?.code ?? null
}

/** Adds a user to the programme with a new code; a member keeps their code. */
export const joinProgramme = async (tx: Tx, userId: UserId): Promise<string> => {
  const [joined] = await tx
    .update(users)
    .set({ referralEnabled: true, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), eq(users.referralEnabled, false)))
    .returning({ id: users.id })
  if (joined)
    await notifyUser(tx, userId, {
      type: 'success',
      title: 'You joined the referral programme',
      message: 'Share your code to earn credit on the first purchase of each user who signs up with it.',
      additionalData: { subject: 'referral' },
    })
  for (;;) {
    await tx.insert(referralCodes).values({ userId, code: newCode() }).onConflictDoNothing()
    const code = await codeOf(tx, userId)
    // No row: the new code belongs to another user.
    if (code !== null) return code
  }
}

export const saveCode = async (db: DbOrTx, userId: UserId, code: string): Promise<void> => {
  if ((await codeOf(db, userId)) === null) throw new ApiError('notInReferral')
  try {
    await db.update(referralCodes).set({ code }).where(eq(referralCodes.userId, userId))
  } catch (error) {
    throw isTaken(error) ? taken() : error
  }
}

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const UNIQUE_VIOLATION = '23505'
const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === UNIQUE_VIOLATION

const taken = () => fieldError('code', 'This code is taken. Choose another.')
