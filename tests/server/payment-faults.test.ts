import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError } from '../../server/http/api-error.ts'
import { CARD_EVENTS_PATH } from '../../server/money/cards/card-events.ts'
import type { CardProcessor } from '../../server/money/cards/card-processor.ts'
import { createStripeProcessor } from '../../server/money/cards/stripe-processor.ts'
import { chargePayment } from '../../server/money/payments/charge-payment.ts'
import { endUncharged } from '../../server/money/payments/end-payment.ts'
import type { PaymentRow } from '../../server/money/payments/payment-rows.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { paymentMethods, payments } from '../../server/store/schema.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { Payment } from '../../src/contract/wire/money/payment.ts'
import { secretKey } from './card-harness.ts'
import type { TestUser } from './organization-harness.ts'
import { type PaymentHarness, paymentHarness, webhookSecret } from './payment-harness.ts'

let harness: PaymentHarness
let owner: TestUser
beforeAll(async () => {
  harness = await paymentHarness()
  owner = await harness.user('Ada')
})
afterAll(() => harness.close())

const withCard = async (name: string) => {
  const id = await harness.organization(owner, name)
  return { id, card: await harness.attach(owner, id) }
}

/** Starts a payment that its owner has to authenticate. */
const openPayment = async (name: string) => {
  const id = await harness.organization(owner, name)
  const card = await harness.attachAuthenticated(owner, id)
  const { payment } = (await topUp(id, card._id)).body
  const { secret } = (await owner.call('POST', `payment/${id}/${payment._id}/refresh`)).body
  return { id, card, payment: payment as Payment, secret: secret as string }
}

const topUp = (id: string, paymentMethodId: string, key: string = crypto.randomUUID()) =>
  request(id, JSON.stringify({ paymentMethodId, amount: 20 }), key)

/** The body as it is, because no object becomes the text `1e309`. */
const request = async (id: string, payload: string, key: string = crypto.randomUUID()) => {
  const response = await harness.app.inject({
    method: 'POST',
    url: `/api/payment/${id}/top-up`,
    headers: { authorization: `Bearer ${owner.token}`, 'idempotency-key': key, 'content-type': 'application/json' },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

const list = async (id: string): Promise<Payment[]> => (await owner.call('GET', `payment/${id}/all`)).body.payments
const balance = async (id: string) => (await owner.call('GET', `payment/${id}/balance`)).body

const send = (type: string, object: object, secret = webhookSecret) => {
  const payload = JSON.stringify({ id: 'evt_test', object: 'event', type, data: { object } })
  const timestamp = Math.floor(harness.processor.clock.nowMs / 1000)
  return harness.app.inject({
    method: 'POST',
    url: CARD_EVENTS_PATH,
    headers: {
      'content-type': 'application/json',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
    },
    payload,
  })
}

const removed = (id: string, { userId }: TestUser) => owner.call('DELETE', `organization/${id}/member`, { userId })

test('an event books a payment once, also when it comes three times at once and with another amount', async () => {
  const { id, payment, secret } = await openPayment('Quay')
  const [chargeId] = secret.split('_secret_')
  const intent = { id: chargeId, object: 'payment_intent', amount_received: 9_999_999, status: 'succeeded' }
  await send('payment_intent.succeeded', intent)
  expect(await list(id)).toMatchObject([{ state: 'requiresAction' }])
  await harness.authenticate(secret)
  const sent = await Promise.all([1, 2, 3].map(() => send('payment_intent.succeeded', intent)))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  await send('payment_intent.canceled', { ...intent, status: 'canceled' })
  expect(await list(id)).toMatchObject([{ _id: payment._id, state: 'succeeded' }])
  expect(await balance(id)).toEqual({ availableMicros: 20_000_000, heldMicros: 0, owedMicros: 0 })
  expect((await harness.audit(id)).filter(({ action }) => action === 'credit.purchased')).toHaveLength(1)
})

test('a forged event changes nothing', async () => {
  const { id, secret } = await openPayment('Pier')
  await harness.authenticate(secret)
  const forged = await send('payment_intent.succeeded', { id: secret.split('_secret_')[0] }, 'whsec_other')
  expect(forged.statusCode).toBe(400)
  expect(await list(id)).toMatchObject([{ state: 'requiresAction' }])
  expect(await balance(id)).toMatchObject({ availableMicros: 0 })
})

test('a request whose response was lost is repeated without another charge', async () => {
  const { id, card } = await withCard('Dock')
  const key = crypto.randomUUID()
  const first = (await topUp(id, card._id, key)).body.payment
  const again = await topUp(id, card._id, key)
  expect(again).toMatchObject({ status: 200, body: { payment: { _id: first._id } } })
  expect(await list(id)).toEqual([first])
  expect(await balance(id)).toMatchObject({ availableMicros: 20_000_000 })
})

/** Charges a card by way of a processor of which some requests go wrong. */
const chargeBy = async (
  name: string,
  instead: (processor: CardProcessor, row: PaymentRow) => Partial<CardProcessor>,
) => {
  const { id, card } = await withCard(name)
  const { db } = harness.store
  const now = () => new Date(harness.processor.clock.nowMs)
  const values = {
    organizationId: id,
    paymentMethodId: card._id,
    title: 'Visa',
    amountMicros: 20_000_000,
    state: 'processing' as const,
    paidBy: { userId: owner.userId as UserId, apiKeyName: null, address: '' },
    createdAt: now(),
  }
  const [row] = await db.insert(payments).values(values).returning()
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, card._id))
  if (!row || !method) throw new Error('No payment.')
  const processor = createStripeProcessor({ secretKey, address: new URL(harness.processor.origin) })
  const faulty = { ...processor, ...instead(processor, row) }
  const charged = await chargePayment(db, faulty, { row, cardId: method.cardId ?? '', now })
  return { id, row: charged }
}

const reconcileLater = async () => {
  harness.processor.clock.nowMs += 700_000
  await harness.cards.reconcile()
}

test('a payment that was ended before its charge was known is not charged', async () => {
  const { id, row } = await chargeBy('Mole', (processor, before) => ({
    async startCharge(charge) {
      const chargeId = await processor.startCharge(charge)
      // As the reconciliation does it while this control plane is suspended.
      await endUncharged(harness.store.db, before, before.createdAt)
      return chargeId
    },
  }))
  expect(row).toMatchObject({ state: 'canceled', chargeId: null })
  expect(await harness.chargesOf(row.id)).toMatchObject([{ status: 'canceled', amount_received: 0 }])
  expect(await balance(id)).toMatchObject({ availableMicros: 0 })
})

test('a charge whose confirmation has no response is credited later', async () => {
  const { id, row } = await chargeBy('Haven', (processor) => ({
    async confirmCharge(chargeId) {
      await processor.confirmCharge(chargeId)
      throw new ApiError('cardsUnavailable')
    },
  }))
  expect(row.state).toBe('processing')
  await reconcileLater()
  expect(await list(id)).toMatchObject([{ state: 'succeeded' }])
  expect(await balance(id)).toMatchObject({ availableMicros: 20_000_000 })
})

test('a charge whose confirmation never reached the processor is ended later', async () => {
  const { id, row } = await chargeBy('Narrows', () => ({
    confirmCharge: () => Promise.reject(new ApiError('cardsUnavailable')),
  }))
  expect(row.state).toBe('processing')
  await reconcileLater()
  expect(await list(id)).toMatchObject([{ state: 'canceled' }])
  expect(await harness.chargesOf(row.id)).toMatchObject([{ status: 'canceled', amount_received: 0 }])
})

test('a payment that never reached the processor is ended by its owner, and another one begins', async () => {
  const { id, card, payment } = await openPayment('Basin')
  await harness.store.db.update(payments).set({ chargeId: null }).where(eq(payments.id, payment._id))
  const canceled = (await owner.call('POST', `payment/${id}/${payment._id}/cancel`)).body.payment
  expect(canceled).toMatchObject({ state: 'canceled' })
  expect((await topUp(id, card._id)).body.payment.state).toBe('requiresAction')
})

test('an amount that differs at the processor is not booked, and the payment stays open', async () => {
  const { id, payment, secret } = await openPayment('Jetty')
  await harness.store.db.update(payments).set({ amountMicros: 30_000_000 }).where(eq(payments.id, payment._id))
  await harness.authenticate(secret)
  expect((await owner.call('POST', `payment/${id}/${payment._id}/refresh`)).status).toBe(500)
  expect(await list(id)).toMatchObject([{ state: 'requiresAction' }])
  expect(await balance(id)).toMatchObject({ availableMicros: 0 })
})

test('a payment of a member who is removed meanwhile is booked, and they cannot follow it', async () => {
  const treasurer = await harness.user('Grace')
  const id = await harness.organization(owner, 'Reef', [[treasurer, 'billing']])
  const card = await harness.attachAuthenticated(owner, id)
  const body = { paymentMethodId: card._id, amount: 20 }
  const { payment } = (await treasurer.call('POST', `payment/${id}/top-up`, body)).body
  const refresh = (user: TestUser) => user.call('POST', `payment/${id}/${payment._id}/refresh`)
  const { secret } = (await refresh(treasurer)).body
  expect((await removed(id, treasurer)).status).toBe(200)
  await harness.authenticate(secret)
  expect((await refresh(treasurer)).status).toBeGreaterThanOrEqual(403)
  expect((await refresh(owner)).body.payment.state).toBe('succeeded')
  expect(await balance(id)).toMatchObject({ availableMicros: 20_000_000 })
})

test('an organisation with an open payment is not deleted', async () => {
  const { id, payment } = await openPayment('Spit')
  expect(await owner.call('DELETE', `organization/${id}`)).toMatchObject({
    status: 409,
    body: { error: 'paymentOpen' },
  })
  await owner.call('POST', `payment/${id}/${payment._id}/cancel`)
  expect((await owner.call('DELETE', `organization/${id}`)).status).toBe(200)
})

test.each(['1e309', '-1e309', '1e21', '-20', '20.5', '14', '10001', '"20"', 'null', '[20]'])(
  'the amount %s is rejected [P5.6]',
  async (amount) => {
    const { id, card } = await withCard('Slip')
    const { status } = await request(id, `{"paymentMethodId":"${card._id}","amount":${amount}}`)
    expect(status).toBe(400)
    expect(await list(id)).toEqual([])
  },
)

test('payments are listed by page, the newest first', async () => {
  const { id, card } = await withCard('Wharf')
  for (let count = 0; count < 3; count += 1) {
    await topUp(id, card._id)
    harness.processor.clock.nowMs += 1000
  }
  const all = await list(id)
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
  const page = await owner.call('GET', `payment/${id}/all?skip=1&limit=1`)
  expect(page.body).toEqual({ payments: [all[1]], total: 3 })
})

test('after all that, entries sum to zero, and credit is what the processor received', async () => {
  expect(await harness.store.db.transaction(checkLedger)).toEqual([])
  const { rows } = await harness.store.db.execute<{ id: string }>(sql`select id from payment where state = 'succeeded'`)
  const charged = await Promise.all(rows.map(({ id }) => harness.chargesOf(id)))
  expect(charged.map((charges) => charges.map(({ amount_received }) => amount_received))).toEqual(
    rows.map(() => [2000]),
  )
})
