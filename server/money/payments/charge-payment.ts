import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../http/api-error.ts'
import type { Db } from '../../store/connection.ts'
import { cardCustomers, payments } from '../../store/schema.ts'
import type { CardProcessor } from '../cards/card-processor.ts'
import { endUncharged } from './end-payment.ts'
import { findPayment, isOpen, type PaymentRow } from './payment-rows.ts'
import { settlePayment } from './settle-payment.ts'

interface Attempt {
  row: PaymentRow
  cardId: string
  now: () => Date
}

/**
 * Charges the card of a new payment. The charge is created before it is confirmed: whenever this is interrupted, the payment names
 * the charge, or nothing can have been charged.
 */
export const chargePayment = async (
  db: Db,
  processor: CardProcessor,
  { row, cardId, now }: Attempt,
): Promise<PaymentRow> => {
  const chargeId = await startCharge(db, processor, row, cardId).catch(async (error: unknown) => {
    await endUncharged(db, row, now())
    return whileUnavailable(null)(error)
  })
  const started = chargeId === null ? undefined : await nameCharge(db, row, chargeId)
  if (chargeId === null || !started) {
    // It was ended meanwhile. An unconfirmed charge charges nothing.
    if (chargeId !== null) await processor.cancelCharge(chargeId).catch(whileUnavailable(undefined))
    return (await findPayment(db, row.organizationId, row.id)) ?? row
  }
  // If this is not known, an event of the processor, or the reconciliation, will report it.
  const settle = async () => {
    await processor.confirmCharge(chargeId)
    return (await settlePayment(db, processor, started, now())).row
  }
  return settle().catch(whileUnavailable(started))
}

const startCharge = async (db: Db, processor: CardProcessor, row: PaymentRow, cardId: string): Promise<string> => {
  const { id: paymentId, organizationId, amountMicros } = row
  const [customer] = await db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, organizationId))
  if (!customer) throw new Error('An organisation with a card has no customer.')
  return processor.startCharge({ paymentId, customerId: customer.customerId, cardId, amountMicros })
}

/** Resolves with undefined if the payment was ended meanwhile. */
const nameCharge = async (db: Db, { id }: PaymentRow, chargeId: string): Promise<PaymentRow | undefined> => {
  const open = and(eq(payments.id, id), isOpen)
  const [named] = await db.update(payments).set({ chargeId }).where(open).returning()
  return named
}

const whileUnavailable =
  <T>(result: T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.code === 'cardsUnavailable') return result
    throw error
  }
