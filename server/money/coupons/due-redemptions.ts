import { type SQL, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Actor } from '../../audit/actor.ts'
import type { DbOrTx } from '../../store/connection.ts'

/** A redemption whose condition is met, with the purchase that a percentage is of. */
export type DueRedemption = {
  id: string
  code: string
  redeemed_by: Actor
  credit_days: number | null
  purchase_id: string | null
  amount: string
}

/**
 * A percentage, and a coupon for the first purchase, wait for a purchase before the coupon ends; each purchase counts for one
 * percentage. Other coupons wait for the balance.
 */
const due = (at: Date): SQL => sql`
  from coupon_redemption r
  join coupon c on c.id = r.coupon_id
  join ledger_account a on a.key = 'credit//' || r.organization_id || '//USD'
  cross join lateral (select coalesce(least(c.ends_at, c.ended_at), 'infinity') as end_at) limits
  left join lateral (
    select l.id, l.price_paid from ledger_lot l
    where l.account_id = a.id and l.source = 'purchase' and l.price_currency = 'USD'
      and l.valid_from >= r.redeemed_at and l.valid_from < end_at
      and (c.percent is null or not exists (select from coupon_redemption other where other.purchase_id = l.id))
    order by l.valid_from, l.id limit 1
  ) purchase on c.percent is not null or c.first_purchase
  cross join lateral (
    select case when c.percent is null then c.amount
      else least(trunc(purchase.price_paid * c.percent / 100), c.max_amount) end as amount
  ) granted
  where r.applied_at is null and granted.amount > 0
    and case when c.percent is not null or c.first_purchase then purchase.id is not null else end_at > ${at.toISOString()} end
    and (c.min_balance is null or a.posted >= c.min_balance)`

/** Returns the organisations with redemptions whose condition is met. */
export const organizationsWithDue = async (db: DbOrTx, at: Date): Promise<OrganizationId[]> => {
  const { rows } = await db.execute<{ organization_id: OrganizationId }>(sql`
    select distinct r.organization_id ${due(at)}
      and exists (select from organization o where o.id = r.organization_id and o.deleted_at is null)
    order by r.organization_id`)
  return rows.map(({ organization_id: id }) => id)
}

/** Returns the oldest redemption of an organisation whose condition is met. */
export const nextDue = async (
  db: DbOrTx,
  organizationId: OrganizationId,
  at: Date,
): Promise<DueRedemption | undefined> => {
  const { rows } = await db.execute<DueRedemption>(sql`
    select r.id, c.code, r.redeemed_by, c.credit_days, granted.amount::text as amount,
      case when c.percent is null then null else purchase.id end as purchase_id
    ${due(at)} and r.organization_id = ${organizationId}
    order by r.redeemed_at, r.id limit 1`)
  return rows[0]
}
