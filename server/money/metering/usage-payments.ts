import { type SQL, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import type { Lot } from '../credit/lot.ts'

/** A lot's share of a booking of usage: negative if it paid, positive if it got something back. */
export interface UsagePayment {
  /** Without what is available of it; null for what is owed. */
  lot: Omit<Lot, 'available'> | null
  amount: bigint
}

type PaymentRow = {
  organization_id: OrganizationId
  until: string
  amount: string
  lot_id: string | null
  scope: string | null
  valid_from: string
  expires_at: string | null
}

const FIRST_CHARGES = 5
const FURTHER_CHARGES = 100

/**
 * Returns the payments and returns of organisations' usage, the latest first; those of one minute in the reverse of the spending
 * order. The latest ones, which suffice for most, are read for all organisations at once.
 */
export const usagePayments = async (
  tx: Tx,
  organizationIds: readonly OrganizationId[],
): Promise<Map<OrganizationId, AsyncIterable<UsagePayment>>> => {
  const latest = organizationIds.length === 0 ? [] : await readPayments(tx, organizationIds, sql`true`, FIRST_CHARGES)
  const byOrganization = Map.groupBy(latest, ({ organization_id }) => organization_id)
  return new Map(organizationIds.map((id) => [id, continued(tx, id, byOrganization.get(id) ?? [])]))
}

async function* continued(tx: Tx, id: OrganizationId, first: readonly PaymentRow[]): AsyncGenerator<UsagePayment> {
  for (let rows = first; ; ) {
    yield* rows.map(paymentFrom)
    const last = rows.at(-1)
    if (!last) return
    rows = await readPayments(tx, [id], sql`until < ${last.until}::timestamptz`, FURTHER_CHARGES)
  }
}

const readPayments = async (
  tx: Tx,
  organizationIds: readonly OrganizationId[],
  condition: SQL,
  charges: number,
): Promise<PaymentRow[]> => {
  const { rows } = await tx.execute<PaymentRow>(sql`
    select o.id as organization_id, c.until::text as until, e.amount::text, e.lot_id, l.scope,
      l.valid_from::text, l.expires_at::text
    from unnest(${sql.param([...organizationIds])}::uuid[]) as o (id)
    cross join lateral (
      select booking_id, until from usage_charge where organization_id = o.id and ${condition}
      order by until desc fetch first ${charges} rows with ties
    ) as c
    join ledger_entry e on e.transaction_id = c.booking_id
    join ledger_account a on a.id = e.account_id and a.kind in ('credit', 'receivable')
    left join ledger_lot l on l.id = e.lot_id
    order by o.id, c.until desc, e.amount > 0, e.lot_id is not null, l.expires_at desc nulls first,
      l.scope is not null, l.valid_from desc, l.id desc`)
  return rows
}

const paymentFrom = ({ amount, lot_id: id, scope, valid_from, expires_at }: PaymentRow): UsagePayment => ({
  lot:
    id === null
      ? null
      : { id, scope, validFrom: new Date(valid_from), expiresAt: expires_at === null ? null : new Date(expires_at) },
  amount: BigInt(amount),
})
