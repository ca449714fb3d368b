import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARD_EVENTS_PATH } from '../../server/money/cards/card-events.ts'
import { removeOrganization } from '../../server/organizations/removal/remove-organization.ts'
import { cardCustomers, organizations } from '../../server/store/schema.ts'
import type { TestUser } from './organization-harness.ts'
import { addCard, type PaymentHarness, paymentHarness, webhookSecret } from './payment-harness.ts'
import { until } from './until.ts'

const webhook = { url: 'http://127.0.0.1:9', secret: webhookSecret }
let harness: PaymentHarness
let owner: TestUser
beforeAll(async () => {
  harness = await paymentHarness(webhook)
  owner = await harness.user('Ada')
})
afterAll(() => harness.close())

interface Sending {
  secret?: string
  /** How long ago it was signed. */
  ageS?: number
  /** Changes the payload after it was signed. */
  tamper?: (payload: string) => string
}

/** Sends an event as the processor does. */
const send = (type: string, object: object, { secret = webhookSecret, ageS = 0, tamper }: Sending = {}) => {
  const payload = JSON.stringify({ id: 'evt_test', object: 'event', type, data: { object } })
  const timestamp = Math.floor(harness.processor.clock.nowMs / 1000) - ageS
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return harness.app.inject({
    method: 'POST',
    url: CARD_EVENTS_PATH,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload: tamper?.(payload) ?? payload,
  })
}

const attachedCount = async (id: Parameters<PaymentHarness['audit']>[0]) =>
  (await harness.audit(id)).filter(({ action }) => action === 'paymentMethod.attached').length

test('an event attaches the card although the browser never reports it, also when it comes twice and late', async () => {
  const id = await harness.organization(owner, 'Quay')
  const { setupId } = await harness.confirmCard(owner, id)
  const intent = { id: setupId, object: 'setup_intent' }
  const responses = await Promise.all([1, 2, 3].map(() => send('setup_intent.succeeded', intent)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect(await send('setup_intent.created', intent)).toMatchObject({ statusCode: 204 })
  expect(await harness.list(owner, id)).toMatchObject([{ primary: true, connectionState: 'connected' }])
  expect(await attachedCount(id)).toBe(1)
})

test('the processor counts, not the event: a false success or cancellation changes nothing', async () => {
  const id = await harness.organization(owner, 'Pier')
  const { body } = await addCard(owner, id)
  const [setupId = ''] = body.connectionSecret.split('_secret_')
  const intent = { id: setupId, object: 'setup_intent', status: 'succeeded' }
  await send('setup_intent.succeeded', intent)
  await send('setup_intent.canceled', { ...intent, status: 'canceled' })
  expect(await harness.list(owner, id)).toMatchObject([{ connectionState: 'waiting_for_confirmation' }])
  await harness.processor.stripe.setupIntents.cancel(setupId)
  await send('setup_intent.succeeded', intent)
  expect(await harness.list(owner, id)).toEqual([])
})

test.each<[string, Sending]>([
  ['signed with another secret', { secret: 'whsec_other' }],
  ['changed after it was signed', { tamper: (payload) => payload.replace('succeeded', 'canceled') }],
  ['recorded six minutes ago', { ageS: 360 }],
])('an event that was %s is rejected', async (_name, sending) => {
  const id = await harness.organization(owner, 'Dock')
  const { setupId } = await harness.confirmCard(owner, id)
  const response = await send('setup_intent.succeeded', { id: setupId }, sending)
  expect(response.statusCode).toBe(400)
  expect(response.json().message).toMatch(/signature/)
  expect(await harness.list(owner, id)).toMatchObject([{ connectionState: 'waiting_for_confirmation' }])
})

test('an event without a signature, of another type or about an unknown card changes nothing', async () => {
  const payload = { type: 'setup_intent.succeeded' }
  expect(await harness.app.inject({ method: 'POST', url: CARD_EVENTS_PATH, payload })).toMatchObject({
    statusCode: 400,
  })
  expect(await send('charge.succeeded', { id: 'ch_unknown' })).toMatchObject({ statusCode: 204 })
  expect(await send('setup_intent.succeeded', { id: 'seti_unknown', customer: 'cus_unknown' })).toMatchObject({
    statusCode: 204,
  })
})

test('a card goes to the organisation that began to attach it, whatever customer an event names', async () => {
  const [one, two] = [await harness.organization(owner, 'Mole'), await harness.organization(owner, 'Basin')]
  await harness.attach(owner, two, 'pm_card_amex')
  const [other] = await harness.store.db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, two))
  const { setupId } = await harness.confirmCard(owner, one)
  await send('setup_intent.succeeded', { id: setupId, customer: other?.customerId })
  expect(await harness.list(owner, one)).toMatchObject([{ details: { info: { brand: 'visa' } } }])
  expect(await harness.list(owner, two)).toMatchObject([{ details: { info: { brand: 'amex' } } }])
})

test('the processor delivers its events here, also those from while this control plane was away', async () => {
  const id = await harness.organization(owner, 'Jetty')
  await harness.confirmCard(owner, id)
  expect(await harness.list(owner, id)).toMatchObject([{ connectionState: 'waiting_for_confirmation' }])
  webhook.url = `${harness.origin.replace('localhost', '127.0.0.1')}${CARD_EVENTS_PATH}`
  harness.processor.clock.nowMs += 3_600_000
  await harness.processor.restart()
  await until(async () => (await harness.list(owner, id))[0]?.connectionState === 'connected')
})

test('a card that neither the browser nor an event reports is attached by the next reconciliation', async () => {
  const id = await harness.organization(owner, 'Spit')
  webhook.url = 'http://127.0.0.1:9'
  await harness.processor.restart()
  await harness.confirmCard(owner, id)
  await harness.cards.reconcile()
  expect(await harness.list(owner, id)).toMatchObject([{ connectionState: 'waiting_for_confirmation' }])
  harness.processor.clock.nowMs += 660_000
  await harness.cards.reconcile()
  expect(await harness.list(owner, id)).toMatchObject([{ connectionState: 'connected', primary: true }])
})

test('deleting an organisation deletes its customer and cards at the processor, once it can be reached', async () => {
  const id = await harness.organization(owner, 'Reef')
  await harness.attach(owner, id)
  const { db } = harness.store
  const [row] = await db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, id))
  await db.update(organizations).set({ deletedAt: new Date() }).where(eq(organizations.id, id))
  const remove = () => removeOrganization({ db, removers: {}, removeCustomer: harness.cards.removeCustomer }, id)
  await harness.processor.stop()
  await expect(remove()).rejects.toMatchObject({ code: 'cardsUnavailable' })
  await harness.processor.restart()
  await remove()
  const customers = await harness.processor.stripe.customers.list()
  expect(customers.data.map((customer) => customer.id)).not.toContain(row?.customerId)
  expect(await db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, id))).toEqual([])
})
