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
import { payments } from '../../store/schema.ts'
import type { CardProcessor } from '../cards/card-processor.ts'
import type { PaymentMethodOptions } from '../cards/payment-method-handlers.ts'
import { findPaymentMethod } from '../cards/payment-method-rows.ts'
import { readBalance } from '../credit/read-balance.ts'
import { chargePayment } from './charge-payment.ts'
import { cancelPayment } from './end-payment.ts'
import {
  findPayment,
  hasOpenPayment,
  type PaymentRow,
  paymentsOf,
  paymentWire,
  publishPayments,
} from './payment-rows.ts'
import { settlePayment } from './settle-payment.ts'

interface Named extends Pick<CallContext<CallName>, 'scope'> {
  input: { paymentId: PaymentId }
}

export const paymentHandlers = (options: PaymentMethodOptions): Handlers<keyof typeof paymentCalls> => {
  const { db, now } = options
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
    readBalance: ({ scope }) => readBalance(db, scopeOf(scope).organizationId),

    readPayments: ({ scope, input }) => paymentsOf(db, scopeOf(scope).organizationId, input),

    readPayment: async (context) => ({ payment: paymentWire(await requirePayment(context)) }),

    topUp: async (context) => {
      const processor = cards()
      const opened = await openPayment(options, context)
      return { payment: paymentWire(await chargePayment(db, processor, { ...opened, now })) }
    },

    refreshPayment: async (context) => {
      const { row, secret } = await settlePayment(db, cards(), await requirePayment(context), now())
      return { payment: paymentWire(row), secret }
    },

    cancelPayment: async (context) => {
      const row = await cancelPayment(db, cards(), await requirePayment(context), now())
      return { payment: paymentWire(row) }
    },
  }
}

/** Records the payment, and the response to a repeated request, before the processor knows of it: no repetition charges again. */
const openPayment = async (
  options: PaymentMethodOptions,
  context: CallContext<'topUp'>,
): Promise<{ row: PaymentRow; cardId: string }> => {
  const { scope, caller, input, settle } = context
  return changeOrganization(options, { scope, caller }, 'billing.write', async (tx, { id: organizationId }) => {
    const method = await findPaymentMethod(tx, organizationId, input.paymentMethodId)
    if (!method) throw new ApiError('notFound')
    const { cardId, connectedAt, brand, last4 } = method
    if (!cardId || !connectedAt) throw new ApiError('cardNotConnected')
    if (await hasOpenPayment(tx, organizationId)) throw new ApiError('paymentOpen')
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
    await settle?.(tx, { payment: paymentWire(row) })
    return { row, cardId }
  })
}
