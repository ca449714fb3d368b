import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { paymentCalls } from '../../../src/contract/calls/money/payment-calls.ts'
import type { paymentMethodCalls } from '../../../src/contract/calls/money/payment-method-calls.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Config } from '../../config.ts'
import type { Handlers } from '../../http/handler.ts'
import { repeatEvery } from '../../jobs/repeat-every.ts'
import type { Log } from '../../log.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { SandboxCards } from '../../sandbox/cards/start-sandbox-cards.ts'
import type { Store } from '../../store/connection.ts'
import { cardCustomers, paymentMethods } from '../../store/schema.ts'
import { reconcilePayments } from '../payments/end-payment.ts'
import { paymentHandlers } from '../payments/payment-handlers.ts'
import { serveCardEvents } from './card-events.ts'
import type { CardProcessor } from './card-processor.ts'
import { connectCard } from './connect-card.ts'
import { paymentMethodHandlers } from './payment-method-handlers.ts'
import { createStripeProcessor } from './stripe-processor.ts'

export interface Cards {
  handlers: Handlers<keyof typeof paymentMethodCalls | keyof typeof paymentCalls>
  registerRoutes(app: FastifyInstance): void
  /** Deletes an organisation's customer, with its cards, at the processor. Can be repeated. */
  removeCustomer(organizationId: OrganizationId): Promise<void>
  /** Attaches cards, and settles payments, that neither an event nor a browser has reported. */
  reconcile(): Promise<void>
  start(): void
  stop(): Promise<void>
}

interface CardsOptions {
  config: Pick<Config, 'cards'>
  /** The processor of the sandbox, where it is used. */
  sandbox: SandboxCards | null
  store: Store
  mailer: Mailer
  log: Log
  now?: () => Date
}

const PAUSE_MS = 600_000
/** Younger ones may still be in a form that is open. */
const OVERDUE_MS = 600_000

/** Cards of organisations: the calls, the processor's events, and a reconciliation for events that never come. */
export const createCards = ({ config, sandbox, store, mailer, log, now = () => new Date() }: CardsOptions): Cards => {
  const { db } = store
  const connected = connectedProcessor(config.cards, sandbox)
  const reconcile = async () => {
    if (!connected) return
    await reconcileSetups(store, connected.processor, now(), log)
    await reconcilePayments(db, connected.processor, now(), log)
  }
  const options = { db, mailer, cards: connected?.processor ?? null, now }
  let stop = async () => {}
  return {
    handlers: { ...paymentMethodHandlers(options), ...paymentHandlers(options) },
    registerRoutes(app) {
      if (connected) serveCardEvents(app, { db, ...connected, now, log })
    },
    async removeCustomer(organizationId) {
      const [row] = await db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, organizationId))
      if (!row) return
      if (connected) await connected.processor.removeCustomer(row.customerId)
      else log.warn(row, 'without its keys, the card processor keeps a customer')
    },
    reconcile,
    start() {
      const onError = (error: unknown) =>
        log.warn({ err: error }, 'cards and payments were not read; this will be repeated')
      if (connected) stop = repeatEvery(PAUSE_MS, reconcile, { onError })
    },
    stop: () => stop(),
  }
}

function connectedProcessor(
  cards: Config['cards'],
  sandbox: SandboxCards | null,
): { processor: CardProcessor; secret: string } | null {
  if (cards.kind === 'stripe')
    return {
      processor: createStripeProcessor({ secretKey: cards.secretKey, address: null }),
      secret: cards.webhookSecret,
    }
  return sandbox && { processor: createStripeProcessor(sandbox), secret: sandbox.webhookSecret }
}

/** Connects cards that are attached, although no event and no browser has reported it. */
const reconcileSetups = async ({ db }: Pick<Store, 'db'>, processor: CardProcessor, at: Date, log: Log) => {
  const isOverdue = lt(paymentMethods.createdAt, new Date(at.getTime() - OVERDUE_MS))
  const rows = await db
    .select()
    .from(paymentMethods)
    .where(and(isNull(paymentMethods.connectedAt), isNotNull(paymentMethods.setupId), isOverdue))
  for (const row of rows)
    await connectCard(db, processor, row, at).catch((error: unknown) =>
      log.warn({ err: error, paymentMethodId: row.id }, 'the state of a card is unknown; this will be repeated'),
    )
}
