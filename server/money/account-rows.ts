import { sql } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'
import { prepareStatement } from '../store/prepare-statement.ts'
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
  const found = await lockIfAllExist(tx, byKey)
  if (found.size === byKey.size) return found
  await open(tx, [...byKey.values()], openedAt)
  return lockIfAllExist(tx, byKey)
}

const keysIn = (name: 'keys' | 'owned' | 'others') => sql`any(${sql.placeholder(name)}::text[])`

/** With 'no key update', because lots and holds that are inserted meanwhile reference the row. */
const selectForUpdate = prepareStatement<StoredRow, 'keys' | 'owned' | 'others'>(
  'lock_ledger_accounts',
  sql`
    with existing as materialized (
      select count(*) as count from ledger_account where key = ${keysIn('keys')}
    ), owned as (
      select id, key, posted, held from ledger_account
      where key = ${keysIn('owned')} and (select count from existing) = cardinality(${sql.placeholder('keys')}::text[])
      order by id for no key update
    )
    select id, key, posted, held from owned
    union all select id, key, null, null from ledger_account where key = ${keysIn('others')}`,
)

/** Locks nothing if one is missing: opening waits for a concurrent opening of the same account, which must not happen under locks. */
const lockIfAllExist = async (tx: Tx, byKey: ReadonlyMap<string, Account>): Promise<Map<string, AccountRow>> => {
  const keysOf = (isOwned: boolean) =>
    [...byKey].filter(([, account]) => hasOwner(account) === isOwned).map(([key]) => key)
  const rows = await selectForUpdate(tx, { keys: [...byKey.keys()], owned: keysOf(true), others: keysOf(false) })
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
