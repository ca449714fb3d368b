import { repeatEvery } from '../../jobs/repeat-every.ts'
import type { Log } from '../../log.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db, Store } from '../../store/connection.ts'
import type { Billing } from '../metering/billing-settings.ts'
import { applyCoupons } from './apply-coupons.ts'
import { organizationsWithDue } from './due-redemptions.ts'

const PAUSE_MS = 5000

/** Applies all pending coupons whose condition is met. */
export const applyDueCoupons = async (db: Db, at: Date): Promise<void> => {
  for (const organizationId of await organizationsWithDue(db, at))
    await db.transaction(async (tx) => {
      await lockOrganization(tx, organizationId)
      await applyCoupons(tx, organizationId, at)
    })
}

/** Applies pending coupons whose condition is met by what does not apply them itself. Returns a function that stops it. */
export const startCouponJob = (
  { db }: Pick<Store, 'db'>,
  billing: Billing,
  log: Log,
  now: () => Date = () => new Date(),
): (() => Promise<void>) =>
  billing === 'off'
    ? async () => {}
    : repeatEvery(PAUSE_MS, () => applyDueCoupons(db, now()), {
        onError: (error) => log.warn({ err: error }, 'pending coupons were not applied; this will be repeated'),
      })
