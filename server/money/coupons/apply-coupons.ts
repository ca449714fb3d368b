import { eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Tx } from '../../store/connection.ts'
import { couponRedemptions } from '../../store/schema.ts'
import { creditOf, receivableOf } from '../account.ts'
import { lockAccounts } from '../account-rows.ts'
import { grantLot } from '../credit/grant-lot.ts'
import { exactNumber } from '../ledger.ts'
import { bookUsage } from '../metering/book-usage.ts'
import { type DueRedemption, nextDue } from './due-redemptions.ts'

const DAY_MS = 86_400_000

export interface AppliedCoupon {
  redemptionId: string
  micros: number
}

/**
 * Grants the credit of redeemed coupons whose condition is met, each once. The organisation must be locked. A purchase calls
 * this in its transaction; a job does for what nobody reports. What is owed is paid at once.
 */
export const applyCoupons = async (tx: Tx, organizationId: OrganizationId, at: Date): Promise<AppliedCoupon[]> => {
  // Together, because metering locks both in the order of their ids.
  await lockAccounts(tx, [creditOf(organizationId), receivableOf(organizationId)], at)
  const granted: { due: DueRedemption; micros: number }[] = []
  for (let due = await nextDue(tx, organizationId, at); due; due = await nextDue(tx, organizationId, at))
    granted.push({ due, micros: await grant(tx, organizationId, due, at) })
  if (granted.length === 0) return []
  await bookUsage(tx, [organizationId], at)
  await publishOrganizationEvents(tx, organizationId, { kind: 'creditsChanged' })
  for (const { due, micros } of granted) {
    const target = `${dollars(micros)}, ${due.code}`
    await writeAudit(tx, due.redeemed_by, { organizationId, action: 'credit.couponApplied', target })
  }
  return granted.map(({ due, micros }) => ({ redemptionId: due.id, micros }))
}

const grant = async (tx: Tx, organizationId: OrganizationId, due: DueRedemption, at: Date): Promise<number> => {
  const { id, credit_days: days, purchase_id: purchaseId } = due
  const amount = BigInt(due.amount)
  const lotId = await grantLot(tx, {
    organizationId,
    amount,
    source: 'coupon',
    ...(days !== null && { expiresAt: new Date(at.getTime() + days * DAY_MS) }),
    from: { kind: 'promotions' },
    kind: 'creditGranted',
    key: `coupon/${id}`,
    cause: { kind: 'coupon', id },
    at,
  })
  await tx
    .update(couponRedemptions)
    .set({ appliedAt: at, amount, lotId, purchaseId })
    .where(eq(couponRedemptions.id, id))
  return exactNumber(amount)
}
