import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStripeProcessor } from '../../server/money/cards/stripe-processor.ts'
import { findPayment } from '../../server/money/payments/payment-rows.ts'
import { settlePayment } from '../../server/money/payments/settle-payment.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import type { Payment } from '../../src/contract/wire/money/payment.ts'
import { secretKey } from './card-harness.ts'
import type { TestUser } from './organization-harness.ts'
import { type PaymentHarness, paymentHarness } from './payment-harness.ts'

let harness: PaymentHarness
let owner: TestUser
beforeAll(async () => {
  harness = await paymentHarness()
  owner = await harness.user('Ada')
})
afterAll(() => harness.close())

/** An organisation with a card. */
const withCard = async (name: string, card?: string) => {
  const id = await harness.organization(owner, name)
  return { id, card: await harness.attach(owner, id, card) }
}

/** The same with a card whose owner has to authenticate each time. */
const withBankedCard = async (name: string) => {
  const id = await harness.organization(owner, name)
  return { id, card: await harness.attachAuthenticated(owner, id) }
}

const topUp = (id: string, paymentMethodId: string, amount: unknown = 20, user = owner) =>
  user.call('POST', `payment/${id}/top-up`, { paymentMethodId, amount })

const list = async (id: string): Promise<Payment[]> => (await owner.call('GET', `payment/${id}/all`)).body.payments

const creditMicros = async (id: string): Promise<number> =>
  (await owner.call('GET', `payment/${id}/balance`)).body.availableMicros

const chargedCents = async (paymentId: string): Promise<number> =>
  (await harness.chargesOf(paymentId)).reduce((sum, { amount_received }) => sum + amount_received, 0)

/** With it, the console authenticates a payment. */
const secretOf = async (id: string, { _id }: Payment): Promise<string> =>
  (await owner.call('POST', `payment/${id}/${_id}/refresh`)).body.secret

test('a card is charged once, and the credit is there at once [P3.21] [P9.3]', async () => {
  const { id, card } = await withCard('Quay')
  const { body, status } = await topUp(id, card._id)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    payment: { state: 'succeeded', amountMicros: 20_000_000, title: 'Visa •••• 4242', message: null },
  })
  expect(await creditMicros(id)).toBe(20_000_000)
  expect(await chargedCents(body.payment._id)).toBe(2000)
  expect(await list(id)).toEqual([body.payment])
  expect((await owner.call('GET', `payment/${id}/${body.payment._id}`)).body).toEqual({ payment: body.payment })
  const again = await owner.call('POST', `payment/${id}/${body.payment._id}/refresh`)
  expect(again.body).toEqual({ payment: body.payment, secret: null })
  expect(await creditMicros(id)).toBe(20_000_000)
})

test('a declined card is not charged, in the words of the processor, and another payment can begin', async () => {
  const { id, card } = await withCard('Pier', 'pm_card_chargeCustomerFail')
  const { body } = await topUp(id, card._id)
  expect(body.payment).toMatchObject({ state: 'failed', message: 'Your card was declined.' })
  expect(body.payment.settledAt).not.toBeNull()
  expect(await creditMicros(id)).toBe(0)
  expect((await topUp(id, card._id)).body.payment.state).toBe('failed')
})

test('a payment that requires action is credited after it, its payer is notified, and no other one begins until then [P7.63]', async () => {
  const { id, card } = await withBankedCard('Dock')
  const { body } = await topUp(id, card._id)
  expect(body.payment).toMatchObject({ state: 'requiresAction', settledAt: null })
  expect(await creditMicros(id)).toBe(0)
  expect(await topUp(id, card._id)).toMatchObject({ status: 409, body: { error: 'paymentOpen' } })
  await harness.authenticate(await secretOf(id, body.payment))
  const after = await owner.call('POST', `payment/${id}/${body.payment._id}/refresh`)
  expect(after.body.payment.state).toBe('succeeded')
  expect(await creditMicros(id)).toBe(20_000_000)
  const [notification] = (await owner.call('GET', 'user-notification/paginated')).body.notifications
  expect(notification).toMatchObject({
    title: '$20.00 of credit was added',
    additionalData: { organizationId: id, payment: { processor: 'stripe', status: 'completed', id: body.payment._id } },
  })
})

test('a payment that requires action can be canceled, unless it has succeeded in the meantime', async () => {
  const { id, card } = await withBankedCard('Mole')
  const first = (await topUp(id, card._id)).body
  const cancel = (paymentId: string) => owner.call('POST', `payment/${id}/${paymentId}/cancel`)
  expect((await cancel(first.payment._id)).body.payment).toMatchObject({
    state: 'canceled',
    message: 'The payment was not completed. Nothing was charged.',
  })
  const second = (await topUp(id, card._id)).body
  await harness.authenticate(await secretOf(id, second.payment))
  expect((await cancel(second.payment._id)).body.payment.state).toBe('succeeded')
  expect(await creditMicros(id)).toBe(20_000_000)
})

test('whoever reads a declined charge after another caller has canceled it still says why', async () => {
  const { id, card } = await withBankedCard('Weir')
  const { payment } = (await topUp(id, card._id)).body
  const [intent = '', secret] = (await secretOf(id, payment)).split('_secret_')
  await harness.processor.form
    .rawRequest('POST', `/v1/payment_intents/${intent}/authenticate`, {
      result: 'fail',
      client_secret: `${intent}_secret_${secret}`,
    })
    .catch(() => undefined)
  const { db } = harness.store
  const row = await findPayment(db, id, payment._id)
  if (!row) throw new Error('There is no payment.')
  const at = new Date(harness.processor.clock.nowMs)
  const processor = createStripeProcessor({ secretKey, address: new URL(harness.processor.origin) })
  const cancelCharge = async (chargeId: string) => {
    await processor.cancelCharge(chargeId)
    await settlePayment(db, processor, row, at)
  }
  await settlePayment(db, { ...processor, cancelCharge }, row, at)
  const [settled] = await list(id)
  expect(settled).toMatchObject({ state: 'failed', message: expect.stringContaining('authenticate') })
})

test('two presses at once charge once', async () => {
  const { id, card } = await withCard('Basin')
  const responses = await Promise.all([topUp(id, card._id), topUp(id, card._id)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await creditMicros(id)).toBe(20_000_000)
})

test('amounts are whole dollars within the limits [P5.6]', async () => {
  const { id, card } = await withCard('Slip')
  for (const amount of [14, 15.5, -20, 0, 10_001, Number.MAX_VALUE, '20', null])
    expect([amount, (await topUp(id, card._id, amount)).status]).toEqual([amount, 400])
  expect(await list(id)).toEqual([])
})

test('a member without the permission, and another organisation, can neither pay nor read', async () => {
  const member = await harness.user('Grace')
  const outsider = await harness.user('Mallory')
  const id = await harness.organization(owner, 'Reef', [[member, 'member']])
  const card = await harness.attach(owner, id)
  const other = await harness.organization(outsider, 'Shoal')
  const paid = (await topUp(id, card._id)).body.payment
  for (const user of [member, outsider])
    expect((await topUp(id, card._id, 20, user)).status).toBeGreaterThanOrEqual(403)
  // The card and the payment of another organisation, by way of the own one.
  expect((await topUp(other, card._id, 20, outsider)).status).toBe(404)
  expect((await outsider.call('GET', `payment/${other}/${paid._id}`)).status).toBe(404)
  expect((await outsider.call('POST', `payment/${other}/${paid._id}/cancel`)).status).toBe(404)
})

test('a payment that nobody reports is settled by the reconciliation, once', async () => {
  const { id, card } = await withBankedCard('Jetty')
  const { body } = await topUp(id, card._id)
  await harness.authenticate(await secretOf(id, body.payment))
  harness.processor.clock.nowMs += 700_000
  await Promise.all([harness.cards.reconcile(), harness.cards.reconcile()])
  expect(await list(id)).toMatchObject([{ state: 'succeeded' }])
  expect(await creditMicros(id)).toBe(20_000_000)
})

test('a payment that nobody authenticates within a day is canceled', async () => {
  const { id, card } = await withBankedCard('Wharf')
  await topUp(id, card._id)
  harness.processor.clock.nowMs += 90_000_000
  await harness.cards.reconcile()
  expect(await list(id)).toMatchObject([{ state: 'canceled' }])
})

test('while the processor is away nothing is charged, now or later', async () => {
  const { id, card } = await withCard('Haven')
  await harness.processor.stop()
  const { payment } = (await topUp(id, card._id)).body
  expect(payment).toMatchObject({
    state: 'canceled',
    message: 'The payment did not reach the card processor. Nothing was charged.',
  })
  await harness.processor.restart()
  await harness.cards.reconcile()
  expect(await list(id)).toEqual([payment])
  expect(await chargedCents(payment._id)).toBe(0)
})

test('the ledger agrees with itself after all that', async () => {
  expect(await harness.store.db.transaction(checkLedger)).toEqual([])
})
