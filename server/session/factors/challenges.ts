import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../store/connection.ts'
import { passkeyChallenges } from '../../store/schema.ts'

const LIFE_MS = 5 * 60_000

/** The purpose and holder of a challenge. A signature for one purpose or holder is not accepted for another. */
export interface ChallengeUse {
  purpose: (typeof passkeyChallenges.$inferSelect)['purpose']
  /** A session's id, or the hash of a pending sign-in or of a browser's cookie. */
  holder: string
}

export const newChallenge = async (db: DbOrTx, use: ChallengeUse): Promise<string> => {
  const challenge = randomBytes(32).toString('base64url')
  await db.insert(passkeyChallenges).values({ ...use, challenge, expiresAt: new Date(Date.now() + LIFE_MS) })
  return challenge
}

/** Consumes a challenge, whether or not verification succeeds; of two concurrent calls one resolves with true. */
export const spendChallenge = async (
  db: DbOrTx,
  { purpose, holder }: ChallengeUse,
  challenge: string,
): Promise<boolean> => {
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.holder, holder),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
  return rowCount === 1
}
