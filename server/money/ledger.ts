import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../store/connection.ts'
import { type Account, accountKey } from './account.ts'
import { CLUSTER } from './balance-snapshots.ts'

/**
 * Returns the sum of the account's entries, or 0 if it has none. That of an account of the installation is its latest
 * snapshot and the entries of transactions since.
 */
export const balanceOf = async (db: DbOrTx, account: Account): Promise<bigint> => {
  const { rows } = await db.execute<{ balance: string }>(sql`
    select coalesce(a.posted, coalesce(s.balance, 0) + (
      select coalesce(sum(e.amount), 0) from ledger_entry e
      where e.account_id = a.id and e.xid >= coalesce(s.bound, '0'::xid8)
    ))::text as balance
    from ledger_account a
    left join lateral (
      select balance, bound from ledger_snapshot
      where account_id = a.id and cluster = ${CLUSTER} order by bound desc limit 1
    ) s on a.posted is null
    where a.key = ${accountKey(account)}`)
  return BigInt(rows[0]?.balance ?? 0)
}

/** Returns what is not reserved by holds; of accounts with an owner. */
export const availableIn = async (db: DbOrTx, account: Account): Promise<bigint> => {
  const { rows } = await db.execute<{ available: string }>(sql`
    select (posted - held)::text as available from ledger_account where key = ${accountKey(account)}`)
  return BigInt(rows[0]?.available ?? 0)
}

/** For the parts of the product that count micro-dollars as numbers: throws instead of rounding. */
export const exactNumber = (micros: bigint): number => {
  const number = Number(micros)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${micros} micro-dollars are too many to be exact.`)
  return number
}
