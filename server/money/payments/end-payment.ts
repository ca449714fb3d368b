import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Log } from '../../log.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db } from '../../store/connection.ts'
import { payments } from '../../store/schema.ts'
import type { CardProcessor } from '../cards/card-processor.ts'
import { findPayment, isOpen, type PaymentRow, publishPayments } from './payment-rows.ts'
import { settlePayment } from './settle-payment.ts'

/** Requests of younger ones may still be on their way. */
const OVERDUE_MS = 600_000
/** A payment that waits for authentication longer than this is canceled. */
const ABANDONED_MS = 86_400_000

/**
 * Ends a payment that names no charge. Nothing can be charged for it any more: its charge is confirmed only after an open payment
 * names it.
 */
export const endUncharged = (db: Db, row: PaymentRow, settledAt: Date): Promise<PaymentRow> =>
  db.transaction(async (tx) => {
    await lockOrganization(tx, row.organizationId, 'no key update')
    const uncharged = and(eq(payments.id, row.id), isNull(payments.chargeId), isOpen)
    const message = 'The payment did not reach the card processor. Nothing was charged.'
    const [ended] = await tx
      .update(payments)
      .set({ state: 'canceled', message, settledAt })
      .where(uncharged)
      .returning()
    if (ended) await publishPayments(tx, row.organizationId)
    return ended ?? (await findPayment(tx, row.organizationId, row.id)) ?? row
  })

/** Ends a payment, unless the processor has charged the card or is about to. */
export const cancelPayment = async (
  db: Db,
  processor: CardProcessor,
  payment: PaymentRow,
  at: Date,
): Promise<PaymentRow> => {
  const row = payment.chargeId === null ? await endUncharged(db, payment, at) : payment
  if (row.settledAt || row.chargeId === null) return row
  await processor.cancelCharge(row.chargeId)
  return (await settlePayment(db, processor, row, at)).row
}

/** Settles payments that neither an event nor a browser has reported, and ends those that were left. */
export const reconcilePayments = async (db: Db, processor: CardProcessor, at: Date, log: Log): Promise<void> => {
  const isOverdue = lt(payments.createdAt, new Date(at.getTime() - OVERDUE_MS))
  const rows = await db.select().from(payments).where(and(isOpen, isOverdue))
  for (const row of rows)
    await reconcilePayment(db, processor, row, at).catch((error: unknown) =>
      log.warn({ err: error, paymentId: row.id }, 'the state of a payment is unknown; this will be repeated'),
    )
}

const reconcilePayment = async (db: Db, processor: CardProcessor, row: PaymentRow, at: Date): Promise<void> => {
  if (row.chargeId !== null) {
    const { state } = await processor.readCharge(row.chargeId)
    const isAbandoned = state === 'requiresAction' && row.createdAt.getTime() < at.getTime() - ABANDONED_MS
    if (!isAbandoned && state !== 'unconfirmed') {
      await settlePayment(db, processor, row, at)
      return
    }
  }
  await cancelPayment(db, processor, row, at)
}
