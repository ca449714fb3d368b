import { type SQL, sql } from 'drizzle-orm'
import { type CreditEntry, MAX_COUNTED_ENTRIES } from '../../../src/contract/wire/money/credit.ts'
import type { Db } from '../../store/connection.ts'
import { type Account, accountKey } from '../account.ts'
import { exactNumber } from '../ledger.ts'

type EntryRow = { number: string; at: string; kind: string; cause_kind: string; cause_id: string; amount: string }

export interface EntryPage {
  account: Account
  lotId?: string | undefined
  /** Only what holds reserve. */
  isHeld?: boolean
  skip: number
  limit: number
}

/**
 * Returns the entries that an amount is the sum of, newest first. What moves between the available and the held part of the
 * same lot is not in the list unless it is of the held part: it cancels out.
 */
export const readEntryPage = async (
  db: Db,
  { account, lotId, isHeld = false, skip, limit }: EntryPage,
): Promise<{ entries: CreditEntry[]; totalCount: number }> => {
  const conditions: SQL[] = [
    sql`e.account_id = (select id from ledger_account where key = ${accountKey(account)})`,
    isHeld ? sql`e.hold_id is not null` : sql`t.kind not in ('creditHeld', 'creditReleased')`,
    ...(lotId === undefined ? [] : [sql`e.lot_id = ${lotId}`]),
  ]
  const entries = sql`
    from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
    where ${sql.join(conditions, sql` and `)}`
  const [page, count] = await Promise.all([
    // By transactions first, as the index of accounts is: numbers alone would search the entries of all accounts.
    db.execute<EntryRow>(sql`
      select e.number, t.kind, t.cause_kind, t.cause_id, e.amount::text as amount,
        to_char(t.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      ${entries} order by e.xid desc, e.number desc offset ${skip} limit ${limit}`),
    db.execute<{ count: string }>(sql`
      select count(*) as count from (select 1 ${entries} limit ${MAX_COUNTED_ENTRIES}) counted`),
  ])
  return {
    entries: page.rows.map(({ number, at, kind, cause_kind, cause_id, amount }) => ({
      number: Number(number),
      at,
      kind,
      cause: { kind: cause_kind, id: cause_id },
      amount: exactNumber(BigInt(amount)),
    })),
    totalCount: Number(count.rows[0]?.count ?? 0),
  }
}
