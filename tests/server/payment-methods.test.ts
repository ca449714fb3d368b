import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARD_EVENTS_PATH } from '../../server/money/cards/card-events.ts'
import { createCards } from '../../server/money/cards/cards.ts'
import { cardCustomers } from '../../server/store/schema.ts'
import { organizationHarness, type TestUser } from './organization-harness.ts'
import { addCard, type PaymentHarness, paymentHarness } from './payment-harness.ts'

let harness: PaymentHarness
let owner: TestUser
beforeAll(async () => {
  harness = await paymentHarness()
  owner = await harness.user('Ada')
})
afterAll(() => harness.close())

const list = (id: string) => harness.list(owner, id)
const attach = (id: string, card?: string) => harness.attach(owner, id, card)

test('a card is attached with the secret of the form, and the first one is primary [P3.16] [P3.17] [P7.50]', async () => {
  const id = await harness.organization(owner, 'Quay')
  const first = await attach(id)
  expect(first).toMatchObject({
    paymentMethod: 'credit card',
    primary: true,
    connectionState: 'connected',
    details: { info: { brand: 'visa', last4: '4242', expiration_month: 12, expiration_year: 2034 } },
  })
  expect(await attach(id, 'pm_card_amex')).toMatchObject({ primary: false, details: { info: { brand: 'amex' } } })
  expect(JSON.stringify(await list(id))).not.toMatch(/secret|4242424242/)
})

test('setting one primary clears the flag on others; removing it returns the one that takes its place [P4.19]', async () => {
  const id = await harness.organization(owner, 'Pier')
  const [visa, amex] = [await attach(id), await attach(id, 'pm_card_amex')]
  await owner.call('PUT', `wallet/${id}/${amex._id}/set-as-primary`)
  expect((await list(id)).map(({ _id, primary }) => [_id, primary])).toEqual([
    [amex._id, true],
    [visa._id, false],
  ])
  const removed = await owner.call('DELETE', 'wallet', { id: amex._id, organizationId: id })
  expect(removed.body).toMatchObject({ primaryWallet: { _id: visa._id, primary: true } })
  const last = await owner.call('DELETE', 'wallet', { id: visa._id, organizationId: id })
  expect(last.body).toEqual({ primaryWallet: null })
  const [customer] = await harness.store.db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, id))
  expect((await harness.processor.stripe.paymentMethods.list({ customer: customer?.customerId ?? '' })).data).toEqual(
    [],
  )
})

test('a form that is opened twice has one setup, and a declined card can be tried again', async () => {
  const id = await harness.organization(owner, 'Dock')
  const [one, two] = await Promise.all([1, 2].map(() => addCard(owner, id)))
  expect(one?.body.connectionSecret).toBe(two?.body.connectionSecret)
  const [setupId = ''] = one?.body.connectionSecret.split('_secret_') ?? []
  const declined = harness.processor.stripe.setupIntents.confirm(setupId, { payment_method: 'pm_card_chargeDeclined' })
  await expect(declined).rejects.toThrow(/declined/)
  const waiting = await owner.call('POST', `wallet/${id}/${one?.body.paymentMethod._id}/connect`)
  expect(waiting.body).toMatchObject({ paymentMethod: { connectionState: 'waiting_for_confirmation' } })
  expect(await list(id)).toHaveLength(1)
})

test('a card whose number is attached already replaces it, with its new expiry date', async () => {
  const id = await harness.organization(owner, 'Mole')
  const first = await attach(id)
  harness.processor.clock.nowMs += 366 * 86_400_000
  const second = await attach(id)
  expect(second).toMatchObject({ _id: first._id, primary: true, details: { info: { expiration_year: 2035 } } })
  expect(await list(id)).toHaveLength(1)
})

test('a member without the permission, another organisation and a waiting card are rejected', async () => {
  const member = await harness.user('Grace')
  const outsider = await harness.user('Mallory')
  const id = await harness.organization(owner, 'Basin', [[member, 'member']])
  const other = await harness.organization(outsider, 'Reef')
  const { _id } = await attach(id)
  for (const caller of [member, outsider]) {
    expect((await addCard(caller, id)).status).toBeGreaterThanOrEqual(403)
    expect((await caller.call('DELETE', 'wallet', { id: _id, organizationId: id })).status).toBeGreaterThanOrEqual(403)
  }
  // A card of another organisation, by way of the own one.
  for (const call of [
    outsider.call('DELETE', 'wallet', { id: _id, organizationId: other }),
    outsider.call('PUT', `wallet/${other}/${_id}/set-as-primary`),
    outsider.call('POST', `wallet/${other}/${_id}/connect`),
  ])
    expect(await call).toMatchObject({ status: 404 })
  const waiting = (await addCard(owner, id)).body.paymentMethod
  expect(await owner.call('PUT', `wallet/${id}/${waiting._id}/set-as-primary`)).toMatchObject({
    status: 409,
    body: { error: 'cardNotConnected' },
  })
  expect(await list(id)).toHaveLength(2)
})

test('a card that was attached while its attachment is removed cannot be charged', async () => {
  const id = await harness.organization(owner, 'Groyne')
  const { _id } = await harness.confirmCard(owner, id)
  await owner.call('DELETE', 'wallet', { id: _id, organizationId: id })
  expect(await list(id)).toEqual([])
  const [row] = await harness.store.db.select().from(cardCustomers).where(eq(cardCustomers.organizationId, id))
  const { data } = await harness.processor.stripe.paymentMethods.list({ customer: row?.customerId ?? '' })
  expect(data).toEqual([])
})

test('without a card processor, cards can be listed and nothing else', async () => {
  const without = await organizationHarness({}, ({ store, mailer, log }) =>
    createCards({ config: { cards: { kind: 'none' } }, sandbox: null, store, mailer, log }),
  )
  const user = await without.user('Ada')
  const id = await without.organization(user, 'Strand')
  expect(await user.call('GET', `wallet/${id}/all`)).toMatchObject({ status: 200, body: { paymentMethods: [] } })
  expect(await addCard(user, id)).toMatchObject({ status: 409, body: { error: 'billingOff' } })
  expect(await without.app.inject({ method: 'POST', url: CARD_EVENTS_PATH })).toMatchObject({ statusCode: 404 })
  await without.close()
})

test('while the processor is away the caller gets to know it, and nothing is lost', async () => {
  const id = await harness.organization(owner, 'Jetty')
  const card = await attach(id)
  await harness.processor.stop()
  expect(await addCard(owner, id)).toMatchObject({
    status: 503,
    body: { error: 'cardsUnavailable' },
  })
  expect(await owner.call('DELETE', 'wallet', { id: card._id, organizationId: id })).toMatchObject({ status: 503 })
  expect(await list(id)).toMatchObject([
    { _id: card._id, primary: true },
    { connectionState: 'waiting_for_confirmation' },
  ])
  await harness.processor.restart()
  expect(await attach(id, 'pm_card_mastercard')).toMatchObject({ details: { info: { brand: 'mastercard' } } })
})
