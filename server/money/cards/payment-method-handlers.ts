import { eq } from 'drizzle-orm'
import type { paymentMethodCalls } from '../../../src/contract/calls/money/payment-method-calls.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { PaymentMethodId } from '../../../src/contract/wire/money/payment-method.ts'
import type { Actor } from '../../audit/actor.ts'
import { actorOf } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext, Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { type ChangeOptions, changeOrganization } from '../../organizations/change-organization.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { cardCustomers, paymentMethods } from '../../store/schema.ts'
import type { CardProcessor } from './card-processor.ts'
import { connectCard, publishPaymentMethods, recordChange } from './connect-card.ts'
import {
  findPaymentMethod,
  makePrimary,
  type PaymentMethodRow,
  paymentMethodsOf,
  paymentMethodWire,
  removeRow,
} from './payment-method-rows.ts'

export interface PaymentMethodOptions extends ChangeOptions {
  /** Null where nothing is charged. */
  cards: CardProcessor | null
  now: () => Date
}

const MAX_CARDS = 20

export const paymentMethodHandlers = (options: PaymentMethodOptions): Handlers<keyof typeof paymentMethodCalls> => {
  const { db } = options
  const cards = (): CardProcessor => {
    if (!options.cards) throw new ApiError('billingOff')
    return options.cards
  }
  return {
    readPaymentMethods: async ({ scope }) => ({
      paymentMethods: (await paymentMethodsOf(db, scopeOf(scope).organizationId)).map(paymentMethodWire),
    }),

    addCard: async (context) => {
      const started = await startCard(options, cards(), context)
      const response = { paymentMethod: paymentMethodWire(started.row), connectionSecret: started.secret }
      await db.transaction(async (tx) => context.settle?.(tx, response))
      return response
    },

    connectCard: async (context) => {
      const row = await requireMethod(db, context.scope, context.input.paymentMethodId)
      const attached = await connectCard(db, cards(), row, options.now())
      return { paymentMethod: attached && paymentMethodWire(attached) }
    },

    setPrimaryPaymentMethod: (context) =>
      changeOrganization(options, context, 'billing.write', async (tx) => {
        const row = await requireMethod(tx, context.scope, context.input.paymentMethodId)
        if (!row.connectedAt) throw new ApiError('cardNotConnected')
        const primary = await makePrimary(tx, row)
        await recordChange(tx, context, row, 'paymentMethod.madePrimary')
        return { paymentMethod: paymentMethodWire(primary) }
      }),

    removePaymentMethod: async (context) => {
      const row = await requireMethod(db, context.scope, context.input.id)
      const processor = cards()
      // First at the processor: a row without a card can be removed again, a card without a row could still be charged.
      if (row.cardId) await processor.removeCard(row.cardId)
      else if (row.setupId) await endSetup(processor, row.setupId)
      return changeOrganization(options, context, 'billing.write', async (tx) => {
        const primary = await removeRow(tx, row)
        await recordChange(tx, context, row, 'paymentMethod.removed')
        return { primaryWallet: primary && paymentMethodWire(primary) }
      })
    },
  }
}

/**
 * Begins to attach a card. The row comes first, so that a control plane that is killed in between leaves no unknown setup.
 * One that was begun before is continued; if its card is attached already, another one begins.
 */
const startCard = async (
  options: PaymentMethodOptions,
  processor: CardProcessor,
  context: Pick<CallContext<'addCard'>, 'scope' | 'caller' | 'address'>,
): Promise<{ row: PaymentMethodRow; secret: string }> => {
  const { db } = options
  const { scope, caller } = context
  const row = await changeOrganization(options, { scope, caller }, 'billing.write', (tx, { id }) =>
    waitingRow(tx, id, actorOf(context), options.now()),
  )
  const customerId = await customerOf(db, processor, row.organizationId)
  const setupId = row.setupId ?? (await processor.startSetup(row.id, customerId))
  const [begun] = await db.update(paymentMethods).set({ setupId }).where(eq(paymentMethods.id, row.id)).returning()
  if (!begun) {
    await processor.cancelSetup(setupId)
    throw new ApiError('notFound')
  }
  const setup = await processor.readSetup(setupId)
  if (setup.state === 'waiting') return { row, secret: setup.secret }
  await connectCard(db, processor, begun, options.now())
  return startCard(options, processor, context)
}

/** Returns the row that waits for a card, or a new one. */
const waitingRow = async (
  tx: Tx,
  organizationId: OrganizationId,
  addedBy: Actor,
  createdAt: Date,
): Promise<PaymentMethodRow> => {
  const rows = await paymentMethodsOf(tx, organizationId)
  const waiting = rows.find(({ connectedAt }) => connectedAt === null)
  if (waiting) {
    await tx.update(paymentMethods).set({ addedBy }).where(eq(paymentMethods.id, waiting.id))
    return waiting
  }
  if (rows.length >= MAX_CARDS) throw new ApiError('tooManyCards')
  const [row] = await tx.insert(paymentMethods).values({ organizationId, addedBy, createdAt }).returning()
  if (!row) throw new Error('The payment method was not created.')
  await publishPaymentMethods(tx, organizationId)
  return row
}

const customerOf = async (db: Db, processor: CardProcessor, organizationId: OrganizationId): Promise<string> => {
  const [known] = await db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, organizationId))
  if (known) return known.customerId
  const customerId = await processor.createCustomer(organizationId)
  await db.insert(cardCustomers).values({ organizationId, customerId }).onConflictDoNothing()
  return customerId
}

/** Ends the attachment of a card, also if the card form has just completed it. */
const endSetup = async (processor: CardProcessor, setupId: string): Promise<void> => {
  await processor.cancelSetup(setupId)
  const setup = await processor.readSetup(setupId)
  if (setup.state === 'attached') await processor.removeCard(setup.card.id)
}

const requireMethod = async (
  db: Db | Tx,
  scope: Parameters<typeof scopeOf>[0],
  id: PaymentMethodId,
): Promise<PaymentMethodRow> => {
  const row = await findPaymentMethod(db, scopeOf(scope).organizationId, id)
  if (!row) throw new ApiError('notFound')
  return row
}
