import { sql } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'
import { type Account, accountKey, columnsOf, hasOwner } from './account.ts'

export interface AccountRow {
  id: string
  /** Null for accounts of the installation. */
  posted: bigint | null
  held: bigint | null
}

type StoredRow = { id: string; key: string; posted: string | null; held: string | null }

/**
 * Returns the rows of accounts by their keys, and opens accounts that do not exist. Locks those with an owner until the end of
 * the transaction, in the order of their ids, so that transactions do not deadlock; those of the installation are never locked.
 */
export const lockAccounts = async (
  tx: Tx,
  accounts: readonly Account[],
  openedAt: Date,
): Promise<Map<string, AccountRow>> => {
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]))
  // First, because opening waits for a concurrent opening of the same account, which must not happen under locks.
  await open(tx, [...byKey.values()], openedAt)
  const keysOf = (isOwned: boolean) =>
    sql.param([...byKey].filter(([, account]) => hasOwner(account) === isOwned).map(([key]) => key))
  // 'no key update': lots and holds that are inserted meanwhile reference the row.
  const { rows } = await tx.execute<StoredRow>(sql`
    with owned as (
      select id, key, posted, held from ledger_account where key = any(${keysOf(true)}::text[])
      order by id for no key update
    )
    select id, key, posted, held from owned
    union all select id, key, null, null from ledger_account where key = any(${keysOf(false)}::text[])`)
  const amount = (text: string | null) => (text === null ? null : BigInt(text))
  return new Map(rows.map(({ id, key, posted, held }) => [key, { id, posted: amount(posted), held: amount(held) }]))
}

const open = async (tx: Tx, accounts: readonly Account[], at: Date): Promise<void> => {
  const columns = accounts.map((account) => ({ ...columnsOf(account), key: accountKey(account) }))
  const list = (name: keyof (typeof columns)[number]) => sql.param(columns.map((row) => row[name]))
  await tx.execute(sql`
    insert into ledger_account (kind, user_id, organization_id, part, currency, created_at)
    select kind, user_id, organization_id, part, currency, ${at.toISOString()}::timestamptz
    from unnest(${list('kind')}::text[], ${list('userId')}::uuid[], ${list('organizationId')}::uuid[],
      ${list('part')}::text[], ${list('currency')}::text[], ${list('key')}::text[])
      as named (kind, user_id, organization_id, part, currency, key)
    where not exists (select from ledger_account where ledger_account.key = named.key)
    order by named.key
    on conflict (key) do nothing`)
}

/** Returns the row of an account that was locked. */
export const rowIn = (rows: ReadonlyMap<string, AccountRow>, account: Account): AccountRow => {
  const row = rows.get(accountKey(account))
  if (!row) throw new Error(`The account ${accountKey(account)} was not opened.`)
  return row
}
