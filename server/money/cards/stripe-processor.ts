import { Agent } from 'node:http'
import Stripe from 'stripe'
import { ApiError } from '../../http/api-error.ts'
import type { Card, CardProcessor, Charge } from './card-processor.ts'

export interface StripeOptions {
  secretKey: string
  /** The address of the sandbox's processor, on this machine; null for the real one. */
  address: URL | null
}

const MICROS_PER_CENT = 10_000
const RESPONSE_LIMIT_MS = 20_000
const LOOPBACK = [{ address: '127.0.0.1', family: 4 }]

/** Connects to Stripe, or to the processor of the sandbox, which speaks its API. */
export function createStripeProcessor({ secretKey, address }: StripeOptions): CardProcessor {
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: RESPONSE_LIMIT_MS,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port,
      protocol: 'http',
      // Not every system resolves names below localhost.
      httpAgent: new Agent({ keepAlive: true, lookup: (_name, _options, found) => found(null, LOOPBACK) }),
    }),
  })
  return {
    async createCustomer(organizationId) {
      const details = { metadata: { organizationId } }
      const { id } = await reached(stripe.customers.create(details, { idempotencyKey: `customer/${organizationId}` }))
      return id
    },
    async removeCustomer(customerId) {
      await reached(stripe.customers.del(customerId).catch(ignoring('resource_missing')))
    },
    async startSetup(paymentMethodId, customer) {
      const details = { customer, usage: 'off_session', metadata: { paymentMethodId } } as const
      const { id } = await reached(stripe.setupIntents.create(details, { idempotencyKey: `setup/${paymentMethodId}` }))
      return id
    },
    async readSetup(setupId) {
      const intent = await reached(stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] }))
      if (intent.status === 'canceled') return { state: 'canceled' }
      const { payment_method: method, client_secret } = intent
      if (intent.status !== 'succeeded') return { state: 'waiting', secret: client_secret ?? '' }
      if (method === null || typeof method === 'string') throw new Error('The payment method was not expanded.')
      return { state: 'attached', card: cardOf(method) }
    },
    async cancelSetup(setupId) {
      await reached(stripe.setupIntents.cancel(setupId).catch(ignoring('setup_intent_unexpected_state')))
    },
    async removeCard(cardId) {
      const { customer } = await reached(stripe.paymentMethods.retrieve(cardId))
      if (customer !== null) await reached(stripe.paymentMethods.detach(cardId))
    },
    async startCharge({ paymentId, customerId, cardId, amountMicros }) {
      const details = {
        amount: amountMicros / MICROS_PER_CENT,
        currency: 'usd',
        customer: customerId,
        payment_method: cardId,
        payment_method_types: ['card'],
        metadata: { paymentId },
      }
      const { id } = await reached(stripe.paymentIntents.create(details, { idempotencyKey: `payment/${paymentId}` }))
      return id
    },
    async confirmCharge(chargeId) {
      const confirmed = stripe.paymentIntents.confirm(chargeId, {}, { idempotencyKey: `confirm/${chargeId}` })
      await reached(confirmed.catch(ignoring('payment_intent_unexpected_state'))).catch(ignoringDeclines)
    },
    async readCharge(chargeId) {
      return chargeOf(await reached(stripe.paymentIntents.retrieve(chargeId)))
    },
    async cancelCharge(chargeId) {
      await reached(stripe.paymentIntents.cancel(chargeId).catch(ignoring('payment_intent_unexpected_state')))
    },
  }
}

function cardOf({ id, card }: Stripe.PaymentMethod): Card {
  if (!card) throw new Error('The payment method is no card.')
  return {
    id,
    fingerprint: card.fingerprint ?? id,
    brand: card.brand,
    last4: card.last4,
    expirationMonth: card.exp_month,
    expirationYear: card.exp_year,
  }
}

function chargeOf({ status, amount_received, client_secret, last_payment_error }: Stripe.PaymentIntent): Charge {
  switch (status) {
    case 'succeeded':
      return { state: 'succeeded', receivedMicros: amount_received * MICROS_PER_CENT }
    case 'requires_action':
      return { state: 'requiresAction', secret: client_secret ?? '' }
    case 'requires_payment_method':
      return { state: 'declined', message: last_payment_error?.message ?? 'The card was declined.' }
    case 'canceled':
      return { state: 'canceled' }
    case 'requires_confirmation':
      return { state: 'unconfirmed' }
    default:
      return { state: 'processing' }
  }
}

/** Turns errors of the connection into one that the caller can show. */
async function reached<T>(response: Promise<T>): Promise<T> {
  try {
    return await response
  } catch (error) {
    const { StripeAPIError, StripeConnectionError, StripeRateLimitError } = Stripe.errors
    const isAway = [StripeAPIError, StripeConnectionError, StripeRateLimitError].some((kind) => error instanceof kind)
    throw isAway ? new ApiError('cardsUnavailable', { cause: error }) : error
  }
}

const ignoring = (code: string) => (error: unknown) => {
  if (!(error instanceof Stripe.errors.StripeError) || error.code !== code) throw error
}

const ignoringDeclines = (error: unknown) => {
  if (!(error instanceof Stripe.errors.StripeCardError)) throw error
}
