import { eq, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../store/connection.ts'
import { ledgerAccounts, ledgerEntries } from '../store/schema.ts'
import type { Account } from './account.ts'
import { isAccount } from './account-ids.ts'

/** Returns the balance in micro-dollars: the sum of the account's entries, or 0 if it has none. */
export const balanceOf = (db: DbOrTx, account: Account): Promise<number> => sumOfEntries(db, isAccount(account))

export const sumOfEntries = async (db: DbOrTx, which: SQL | undefined): Promise<number> => {
  const [row] = await db
    .select({ micros: sql<string | null>`sum(${ledgerEntries.amountMicros})` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(which)
  const micros = Number(row?.micros ?? 0)
  if (!Number.isSafeInteger(micros))
    throw new RangeError(`A balance of ${row?.micros} micro-dollars is too large to be exact.`)
  return micros
}
