import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import Stripe from 'stripe'
import { ApiError } from '../../http/api-error.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { paymentMethods, payments } from '../../store/schema.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { CardProcessor } from './card-processor.ts'
import { connectCard } from './connect-card.ts'

export const CARD_EVENTS_PATH = '/api/webhooks/stripe'

const MAX_BODY_BYTES = 262_144
/** A later copy of an event is rejected: it may be a recorded one. */
const TOLERANCE_S = 300

interface CardEventOptions {
  db: Db
  processor: CardProcessor
  /** The secret that signs the events. */
  secret: string
  now: () => Date
  log: Log
}

/**
 * Serves the processor's events. They come in any order, more than once, or never: an event is only a reason to read the
 * state at the processor.
 */
export const serveCardEvents = (app: FastifyInstance, { db, processor, secret, now, log }: CardEventOptions): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post(CARD_EVENTS_PATH, async ({ body, headers }, reply) => {
      const event = verified(body, headers['stripe-signature'], secret, now())
      if (event.type.startsWith('setup_intent.')) await setupChanged(event.data.object as Stripe.SetupIntent)
      else if (event.type.startsWith('payment_intent.')) await chargeChanged(event.data.object as Stripe.PaymentIntent)
      else log.debug({ type: event.type }, 'an event of the card processor has no handler')
      return reply.code(204).send()
    })
  })

  async function setupChanged({ id }: Stripe.SetupIntent): Promise<void> {
    const [row] = await db.select().from(paymentMethods).where(eq(paymentMethods.setupId, id))
    if (row) await connectCard(db, processor, row, now())
  }

  async function chargeChanged({ id }: Stripe.PaymentIntent): Promise<void> {
    const [row] = await db.select().from(payments).where(eq(payments.chargeId, id))
    if (row) await settlePayment(db, processor, row, now())
  }
}

function verified(body: unknown, signature: unknown, secret: string, now: Date): Stripe.Event {
  try {
    const payload = Buffer.isBuffer(body) ? body : ''
    return Stripe.webhooks.constructEvent(payload, String(signature), secret, TOLERANCE_S, undefined, now.getTime())
  } catch (error) {
    throw new ApiError('invalid', { message: 'The signature of this event is not valid.', cause: error })
  }
}
