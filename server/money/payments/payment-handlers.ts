import { eq } from 'drizzle-orm'
import type { paymentCalls } from '../../../src/contract/calls/money/payment-calls.ts'
import type { CallName } from '../../../src/contract/contract.ts'
import type { PaymentId } from '../../../src/contract/wire/money/payment.ts'
import { cardTitle } from '../../../src/rules/payments/cards.ts'
import { topUpMicros } from '../../../src/rules/payments/top-up-amount.ts'
import { actorOf } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext, Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { changeOrganization } from '../../organizations/change-organization.ts'
import type { Db } from '../../store/connection.ts'
import { cardCustomers, payments } from '../../store/schema.ts'
import type { CardProcessor } from '../cards/card-processor.ts'
import type { PaymentMethodOptions } from '../cards/payment-method-handlers.ts'
import { findPaymentMethod } from '../cards/payment-method-rows.ts'
import { endUnreachable } from './end-payment.ts'
import { findPayment, openPayment, type PaymentRow, paymentsOf, paymentWire } from './payment-rows.ts'
import { publishPayments, settlePayment } from './settle-payment.ts'

interface Named extends Pick<CallContext<CallName>, 'scope'> {
  input: { paymentId: PaymentId }
}

export const paymentHandlers = (options: PaymentMethodOptions): Handlers<keyof typeof paymentCalls> => {
  const { db } = options
  const cards = (): CardProcessor => {
    if (!options.cards) throw new ApiError('billingOff')
    return options.cards
  }
  const requirePayment = async ({ scope, input }: Named) => {
    const row = await findPayment(db, scopeOf(scope).organizationId, input.paymentId)
    if (!row) throw new ApiError('notFound')
    return row
  }
  return {
    readPayments: async ({ scope }) => ({
      payments: (await paymentsOf(db, scopeOf(scope).organizationId)).map(paymentWire),
    }),

    readPayment: async (context) => ({ payment: paymentWire(await requirePayment(context)) }),

    topUp: async (context) => {
      const processor = cards()
      const { row, cardId } = await openOne(options, context)
      const started = await charge(db, processor, { row, cardId, now: options.now })
      // Charged or not: an event of the processor, or the reconciliation, will report it.
      const { row: settled, secret } = await settlePayment(db, processor, started, options.now()).catch(
        whileUnavailable({ row: started, secret: null }),
      )
      const response = { payment: paymentWire(settled), secret }
      await db.transaction(async (tx) => context.settle?.(tx, response))
      return response
    },

    refreshPayment: async (context) => {
      const { row, secret } = await settlePayment(db, cards(), await requirePayment(context), options.now())
      return { payment: paymentWire(row), secret }
    },

    cancelPayment: async (context) => {
      const processor = cards()
      const payment = await requirePayment(context)
      if (payment.chargeId) await processor.cancelCharge(payment.chargeId)
      const { row } = await settlePayment(db, processor, payment, options.now())
      return { payment: paymentWire(row) }
    },
  }
}

/** Records the payment before the processor knows of it. */
const openOne = (
  options: PaymentMethodOptions,
  context: CallContext<'topUp'>,
): Promise<{ row: PaymentRow; cardId: string }> => {
  const { scope, caller, input } = context
  return changeOrganization(options, { scope, caller }, 'billing.write', async (tx, { id: organizationId }) => {
    const method = await findPaymentMethod(tx, organizationId, input.paymentMethodId)
    if (!method) throw new ApiError('notFound')
    const { cardId, connectedAt, brand, last4 } = method
    if (!cardId || !connectedAt) throw new ApiError('cardNotConnected')
    if (await openPayment(tx, organizationId)) throw new ApiError('paymentOpen')
    const values = {
      organizationId,
      paymentMethodId: method.id,
      title: cardTitle({ brand: brand ?? '', last4: last4 ?? '' }),
      amountMicros: topUpMicros(input.amount),
      state: 'processing' as const,
      paidBy: actorOf(context),
      createdAt: options.now(),
    }
    const [row] = await tx.insert(payments).values(values).returning()
    if (!row) throw new Error('The payment was not created.')
    await publishPayments(tx, organizationId)
    return { row, cardId }
  })
}

/**
 * Charges the card. The charge is created before it is confirmed: whenever this is interrupted, the payment names the charge, or
 * nothing can have been charged.
 */
const charge = async (
  db: Db,
  processor: CardProcessor,
  { row, cardId, now }: { row: PaymentRow; cardId: string; now: () => Date },
): Promise<PaymentRow> => {
  const { id: paymentId, organizationId, amountMicros } = row
  try {
    const [customer] = await db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, organizationId))
    if (!customer) throw new Error('An organisation with a card has no customer.')
    const { customerId } = customer
    const chargeId = await processor.startCharge({ paymentId, customerId, cardId, amountMicros })
    const [started] = await db.update(payments).set({ chargeId }).where(eq(payments.id, paymentId)).returning()
    if (!started) throw new ApiError('notFound')
    row = started
  } catch (error) {
    await endUnreachable(db, row, now())
    throw error
  }
  if (row.chargeId) await processor.confirmCharge(row.chargeId).catch(whileUnavailable(undefined))
  return row
}

const whileUnavailable =
  <T>(result: T) =>
  (error: unknown): T => {
    if (error instanceof ApiError && error.code === 'cardsUnavailable') return result
    throw error
  }
