import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { CreditLot, LotSource } from '../../../src/contract/wire/money/credit.ts'
import type { Db } from '../../store/connection.ts'
import { accountKey, creditOf } from '../account.ts'
import { PROJECT_SCOPE, projectOfScope } from '../holds/project-holds.ts'
import { exactNumber } from '../ledger.ts'
import { type LotRow, lotFrom } from './lot-rows.ts'
import { inSpendingOrder } from './spending-order.ts'

type ListedRow = LotRow & {
  source: LotSource
  held: string
  granted: string
  coupon: string | null
  project_name: string | null
}

const MAX_SPENT = 50

/** Returns lots with credit left in their spending order, then the newest of those without. */
export const readLots = async (db: Db, organizationId: OrganizationId, at: Date): Promise<CreditLot[]> => {
  const { rows } = await db.execute<ListedRow>(sql`
    with own as (
      select l.* from ledger_lot l join ledger_account a on a.id = l.account_id
      where a.key = ${accountKey(creditOf(organizationId))}
    ), listed as (
      select * from own where remaining > 0
      union all (select * from own where remaining = 0 order by valid_from desc, id limit ${MAX_SPENT})
    )
    select l.id, l.account_id, l.scope, l.source, l.valid_from::text, l.expires_at::text, l.remaining::text as available,
      l.held::text, (
        select e.amount::text from ledger_entry e where e.lot_id = l.id order by e.number limit 1
      ) as granted,
      c.code as coupon, p.name as project_name
    from listed l
    left join coupon_redemption r on r.lot_id = l.id
    left join coupon c on c.id = r.coupon_id
    left join project p on l.scope = ${PROJECT_SCOPE}::text || p.id
    order by l.valid_from desc, l.id`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lots = rows.map(lotFrom)
  const left = inSpendingOrder(lots.filter(({ available }) => available > 0n))
  const wire = [...left, ...lots.filter(({ available }) => available === 0n)].flatMap((lot) => {
    const row = byId.get(lot.id)
    return row ? [lotWire(row, at)] : []
  })
  return [...wire.filter(({ state }) => state !== 'expired'), ...wire.filter(({ state }) => state === 'expired')]
}

const lotWire = (row: ListedRow, at: Date): CreditLot => {
  const { id, scope, validFrom, expiresAt, available } = lotFrom(row)
  const isExpired = expiresAt !== null && expiresAt <= at
  return {
    _id: id,
    source: row.source,
    couponCode: row.coupon,
    project: scope === null ? null : { _id: projectOfScope(scope), name: row.project_name },
    granted: exactNumber(BigInt(row.granted)),
    remaining: exactNumber(available),
    held: exactNumber(BigInt(row.held)),
    state: isExpired ? 'expired' : available === 0n ? 'used' : validFrom > at ? 'scheduled' : 'valid',
    validFrom: validFrom.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
