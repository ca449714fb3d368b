import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { LoginProvider } from '../../../src/contract/wire/account.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { PENDING_SIGN_IN_MARK } from '../../../src/rules/pending-sign-in.ts'
import { isAdmitted } from '../../accounts/admission.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Where } from '../../http/where-of.ts'
import { hashOf, newSecret } from '../../keys/secrets.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { pendingSignIns, users } from '../../store/schema.ts'

const LIFE_MS = 10 * 60_000
const MAX_FAILURES = 5

export type PendingSignIn = typeof pendingSignIns.$inferSelect

/** Returns the secret that the browser keeps in place of a token. */
export const beginPendingSignIn = async (
  db: DbOrTx,
  userId: UserId,
  how: Where & { provider: LoginProvider },
): Promise<string> => {
  const secret = PENDING_SIGN_IN_MARK + newSecret()
  await db
    .insert(pendingSignIns)
    .values({ ...how, userId, secretHash: hashOf(secret), expiresAt: new Date(Date.now() + LIFE_MS) })
  return secret
}

const isOpen = (secretHash: string) =>
  and(
    eq(pendingSignIns.secretHash, secretHash),
    gt(pendingSignIns.expiresAt, sql`now()`),
    lt(pendingSignIns.failures, MAX_FAILURES),
  )

/** Throws `signInOver` if it has expired, was completed or had too many failures, or if its user is not admitted. */
export const openSignIn = async (db: DbOrTx, secret: string): Promise<PendingSignIn> => {
  const [row] = await db
    .select({ pending: pendingSignIns })
    .from(pendingSignIns)
    .innerJoin(users, and(eq(users.id, pendingSignIns.userId), isAdmitted()))
    .where(isOpen(hashOf(secret)))
  if (!row) throw new ApiError('signInOver')
  return row.pending
}

/** Deletes the pending sign-in so that it can become a session; of two concurrent calls one succeeds. */
export const completePendingSignIn = async (tx: Tx, { secretHash }: PendingSignIn): Promise<void> => {
  const { rowCount } = await tx.delete(pendingSignIns).where(isOpen(secretHash))
  if (rowCount !== 1) throw new ApiError('signInOver')
}

export const countFailure = async (tx: Tx, { secretHash }: PendingSignIn): Promise<void> => {
  await tx
    .update(pendingSignIns)
    .set({ failures: sql`${pendingSignIns.failures} + 1` })
    .where(eq(pendingSignIns.secretHash, secretHash))
}
