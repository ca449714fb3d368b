import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Wallet } from '../../../src/contract/wire/account.ts'
import type { Db } from '../../store/connection.ts'
import { walletNonces } from '../../store/schema.ts'

const LIFE_MS = 5 * 60_000

type Row = typeof walletNonces.$inferSelect
type Purpose = Row['purpose']

export const nonceExpiry = (from: Date): Date => new Date(from.getTime() + LIFE_MS)

export const storeNonce = async (
  db: Db,
  kept: { nonce: string; purpose: Purpose; wallet: Wallet; address: string; message: string; expiresAt: Date },
): Promise<void> => {
  await db.delete(walletNonces).where(lt(walletNonces.expiresAt, sql`now() - interval '1 hour'`))
  await db.insert(walletNonces).values(kept)
}

/** Consumes a nonce; of two concurrent calls one gets it. */
export const spendNonce = async (db: Db, purpose: Purpose, nonce: string): Promise<Row | undefined> => {
  const [row] = await db
    .update(walletNonces)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(walletNonces.nonce, nonce),
        eq(walletNonces.purpose, purpose),
        isNull(walletNonces.usedAt),
        gt(walletNonces.expiresAt, sql`now()`),
      ),
    )
    .returning()
  return row
}
