import { sql } from 'drizzle-orm'
import { lockUsernames } from '../../organizations/usernames.ts'
import type { Store } from '../../store/connection.ts'
import { grantWelcomeToOwners } from '../credit/welcome-grant.ts'
import { onOwnConnection } from '../records/in-snapshot.ts'
import type { BillingConfig } from './billing-settings.ts'

/**
 * Applies LONGSHORE_BILLING. What was used before it is turned on counts as settled, so that it is never charged, and
 * organisations that exist get their welcome grants.
 */
export const applyBilling = async (
  { url }: Pick<Store, 'url'>,
  { billing, welcomeGrant }: Pick<BillingConfig, 'billing' | 'welcomeGrant'>,
  at: Date,
): Promise<void> =>
  // On a connection of its own, because a long history takes longer than a statement of the pool may.
  onOwnConnection(url, (db) =>
    db.transaction(async (tx) => {
      const time = sql`${at.toISOString()}::timestamptz`
      if (billing === 'off') {
        await tx.execute(sql`update installation set billing_since = null where billing_since is not null`)
        return
      }
      const { rowCount } = await tx.execute(
        sql`update installation set billing_since = ${time} where billing_since is null`,
      )
      if (rowCount === 0) return
      if (welcomeGrant !== null) {
        await lockUsernames(tx)
        await grantWelcomeToOwners(tx, welcomeGrant, at)
      }
      const reached = sql`least(coalesce(ended_at, ${time}), ${time})`
      await tx.execute(sql`
        update usage_interval set counted_until = ${reached}, settled = ended_at is not null and ended_at <= ${time},
          counted_micros = div(daily_price_micros::numeric
            * (extract(epoch from ${reached} - started_at) * 1000)::bigint, 86400000)
        where not settled and started_at <= ${time} and (counted_until is null or counted_until < ${reached})`)
    }),
  )
