import { and, eq } from 'drizzle-orm'
import type { PaymentId } from '../../../src/contract/wire/money/payment.ts'
import { isSettled, paymentTransition } from '../../../src/rules/payments/payment-transition.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { notifyUser, publishOrganizationEvents } from '../../live/outbox.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import { settleFirstPurchase } from '../../referral/settle-first-purchase.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { payments } from '../../store/schema.ts'
import type { CardProcessor, Charge } from '../cards/card-processor.ts'
import { applyCoupons } from '../coupons/apply-coupons.ts'
import { grantLot } from '../credit/grant-lot.ts'
import { bookUsage } from '../metering/book-usage.ts'
import { findPayment, isOpen, type PaymentRow, publishPayments } from './payment-rows.ts'

export interface Settled {
  row: PaymentRow
  /** Set if the payment requires action: with it, the console authenticates the payment. */
  secret: string | null
}

/**
 * Reads at the processor how a payment stands, and records it; the money is booked once. The caller of the API, the processor's
 * event and the reconciliation may do this at the same time.
 */
export const settlePayment = async (db: Db, processor: CardProcessor, row: PaymentRow, at: Date): Promise<Settled> => {
  if (isSettled(row.state) || row.chargeId === null) return { row, secret: null }
  const charge = await finalCharge(db, processor, row.id, row.chargeId)
  const settled = await db.transaction(async (tx) => {
    await lockOrganization(tx, row.organizationId, 'no key update')
    const now = await findPayment(tx, row.organizationId, row.id)
    if (!now) return row
    const seen = declinedBefore(now, charge)
    const state = paymentTransition(now.state, seen.state)
    return state === now.state ? now : record(tx, now, { ...seen, next: state }, at)
  })
  const isWaiting = settled.state === 'requiresAction' && charge.state === 'requiresAction'
  return { row: settled, secret: isWaiting ? charge.secret : null }
}

/** A declined charge could still be confirmed with another card, unless it is canceled. */
const finalCharge = async (db: Db, processor: CardProcessor, id: PaymentId, chargeId: string): Promise<Charge> => {
  const charge = await processor.readCharge(chargeId)
  if (charge.state !== 'declined') return charge
  // Kept first, because whoever reads the charge after it is canceled does not learn why.
  await db
    .update(payments)
    .set({ message: charge.message })
    .where(and(eq(payments.id, id), isOpen))
  await processor.cancelCharge(chargeId)
  const after = await processor.readCharge(chargeId)
  return after.state === 'canceled' ? charge : after
}

/** Another caller may have canceled the charge because it was declined. */
const declinedBefore = ({ message }: PaymentRow, charge: Charge): Charge =>
  charge.state === 'canceled' && message !== null ? { state: 'declined', message } : charge

const record = async (
  tx: Tx,
  row: PaymentRow,
  charge: Charge & { next: PaymentRow['state'] },
  at: Date,
): Promise<PaymentRow> => {
  const { organizationId } = row
  const settledAt = isSettled(charge.next) ? at : null
  const changes = { state: charge.next, message: messageOf(charge), settledAt }
  const [changed] = await tx.update(payments).set(changes).where(eq(payments.id, row.id)).returning()
  if (!changed) throw new Error('The payment was removed while its organisation was locked.')
  // The payer may have left the page while they authenticated.
  if (row.state === 'requiresAction' && settledAt) await notifyPayer(tx, changed)
  if (charge.state === 'succeeded') await bookPayment(tx, row, charge.receivedMicros, at)
  await publishPayments(tx, organizationId)
  return changed
}

const notifyPayer = async (tx: Tx, { id, organizationId, amountMicros, title, state, message, paidBy }: PaymentRow) => {
  const hasSucceeded = state === 'succeeded'
  const amount = dollars(amountMicros)
  await notifyUser(tx, paidBy.userId, {
    type: hasSucceeded ? 'success' : 'warning',
    title: hasSucceeded ? `${amount} of credit was added` : `The payment of ${amount} was not completed`,
    message: message ?? `${title} was charged.`,
    additionalData: {
      organizationId,
      payment: { processor: 'stripe', status: hasSucceeded ? 'completed' : 'failed', id },
    },
  })
}

const messageOf = (charge: Charge): string | null => {
  if (charge.state === 'canceled') return 'The payment was not completed. Nothing was charged.'
  return charge.state === 'declined' ? charge.message : null
}

const bookPayment = async (tx: Tx, row: PaymentRow, receivedMicros: number, at: Date): Promise<void> => {
  const { id, organizationId, amountMicros, paidBy } = row
  if (receivedMicros !== amountMicros)
    throw new Error(`Payment ${id} is of ${amountMicros} micro-dollars, and ${receivedMicros} arrived.`)
  const amount = BigInt(amountMicros)
  await grantLot(tx, {
    organizationId,
    amount,
    source: 'purchase',
    pricePaid: amount,
    from: { kind: 'processor', part: 'stripe' },
    kind: 'creditPurchased',
    key: `creditPurchased/${id}`,
    cause: { kind: 'payment', id },
    at,
  })
  await publishOrganizationEvents(tx, organizationId, { kind: 'creditsChanged' })
  // What is owed is paid, and holds are refilled, at once.
  await bookUsage(tx, [organizationId], at)
  await settleFirstPurchase(tx, { userId: paidBy.userId, amountMicros, reference: `payment/${id}`, at })
  await applyCoupons(tx, organizationId, at)
  await writeAudit(tx, paidBy, {
    organizationId,
    action: 'credit.purchased',
    target: `${dollars(amountMicros)}, ${row.title}`,
  })
}
