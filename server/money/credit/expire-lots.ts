import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'
import { type Account, type Currency, creditOf } from '../account.ts'
import { lockAccounts } from '../account-rows.ts'
import type { Entry } from '../booking.ts'
import { writeBookings } from '../write-bookings.ts'

type ExpiredLot = { id: string; organization_id: OrganizationId; currency: Currency }

/**
 * Takes what remains of lots that expired before `usageBookedUntil` out of the credit, also what holds reserve of them: use up to
 * that time must be booked, and later use cannot spend them; it is not for organisations in `except`. Returns how many lots it emptied.
 */
export const expireLots = async (
  db: Db,
  usageBookedUntil: Date,
  at: Date,
  except: readonly OrganizationId[] = [],
): Promise<number> => {
  const { rows: lots } = await db.execute<ExpiredLot>(sql`
    select l.id, a.organization_id, a.currency from ledger_lot l join ledger_account a on a.id = l.account_id
    where l.expires_at <= ${usageBookedUntil.toISOString()} and l.remaining > 0
      and a.organization_id <> all(${sql.param([...except])}::uuid[]) order by l.id`)
  for (const lot of lots) await expireLot(db, lot, at)
  return lots.length
}

const expireLot = (db: Db, { id, organization_id: organizationId, currency }: ExpiredLot, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const credit = creditOf(organizationId, currency)
    const revenue: Account = { kind: 'revenue', part: 'expiredCredit', currency }
    const rows = await lockAccounts(tx, [credit, revenue], at)
    const { rows: parts } = await tx.execute<{ hold_id: string | null; amount: string }>(sql`
      select hold_id, sum(amount)::text as amount from ledger_entry where lot_id = ${id}
      group by hold_id having sum(amount) <> 0`)
    const entries: Entry[] = parts.map(({ hold_id: holdId, amount }) => ({
      account: credit,
      lotId: id,
      ...(holdId === null ? {} : { holdId }),
      amount: -BigInt(amount),
    }))
    const cause = { kind: 'lot', id }
    // More than once if something was given back to it after it had expired.
    const {
      rows: [before],
    } = await tx.execute<{ count: string }>(sql`
      select count(*) as count from ledger_transaction
      where kind = 'creditExpired' and cause_kind = ${cause.kind} and cause_id = ${cause.id}`)
    const total = parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (total === 0n) return
    await writeBookings(
      tx,
      [
        {
          kind: 'creditExpired',
          key: `lot/${id}/expired${before?.count === '0' ? '' : `/${before?.count}`}`,
          cause,
          at,
          entries: [...entries, { account: revenue, amount: total }],
        },
      ],
      rows,
    )
  })
