import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardWorld, savedCard, startCards } from './card-harness.ts'

let world: CardWorld
beforeAll(async () => {
  world = await startCards()
})
afterAll(() => world.close())

const pay = (saved: { customer: string; paymentMethod: string }, amount = 2000, key?: string) =>
  world.stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      customer: saved.customer,
      payment_method: saved.paymentMethod,
      off_session: true,
      confirm: true,
      metadata: { payment: 'p1' },
      expand: ['latest_charge.balance_transaction'],
    },
    key === undefined ? {} : { idempotencyKey: key },
  )

const errorOf = async (promise: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  promise.then(
    () => expect.fail('It succeeded.'),
    (error) => error as Stripe.errors.StripeError,
  )

const cardOf = (number: string, rest = {}): Stripe.PaymentMethodCreateParams => ({
  type: 'card',
  card: { number, exp_month: 12, exp_year: 2034, cvc: '123', ...rest },
  billing_details: { name: 'Ada Lovelace' },
})

test('a card is saved and charged later, and the fee leaves with the charge', async () => {
  const saved = await savedCard(world)
  expect(saved.intent).toMatchObject({ status: 'succeeded', customer: saved.customer, usage: 'off_session' })
  const payment = await pay(saved)
  expect(payment).toMatchObject({ status: 'succeeded', amount_received: 2000, last_payment_error: null })
  expect(payment.latest_charge).toMatchObject({
    paid: true,
    balance_transaction: { amount: 2000, fee: 88, net: 1912, type: 'charge' },
    payment_method_details: { card: { brand: 'visa', last4: '4242' } },
  })
})

test('a card form saves a card with the secret of its intent and its own key, and nothing else', async () => {
  const customer = await world.stripe.customers.create({})
  const { id, client_secret } = await world.stripe.setupIntents.create({ customer: customer.id })
  const method = await world.form.paymentMethods.create(cardOf('4242 4242 4242 4242'))
  const confirm = (secret: string | null) =>
    world.form.setupIntents.confirm(id, { payment_method: method.id, client_secret: secret } as never)
  expect((await errorOf(confirm('seti_x_secret_y'))).message).toMatch(/does not match/)
  expect(await confirm(client_secret)).toMatchObject({ status: 'succeeded' })
  const attached = await world.stripe.paymentMethods.retrieve(method.id)
  expect(attached).toMatchObject({ customer: customer.id, billing_details: { name: 'Ada Lovelace' } })
  const expanded = { client_secret: client_secret ?? '', expand: ['customer'] }
  expect((await errorOf(world.form.setupIntents.retrieve(id, expanded))).message).toMatch(/cannot be expanded/)
  for (const call of [
    world.form.customers.list(),
    world.form.paymentIntents.create({ amount: 100, currency: 'usd' }),
    world.form.paymentMethods.retrieve(method.id),
  ])
    expect((await errorOf(call)).message).toMatch(/publishable API key/)
})

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
])('card %s cannot be saved: %s', async (number, code, decline_code, message) => {
  const intent = await world.stripe.setupIntents.create({})
  const method = await world.form.paymentMethods.create(cardOf(number))
  const error = await errorOf(world.stripe.setupIntents.confirm(intent.id, { payment_method: method.id }))
  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code, message })
  expect(await world.stripe.setupIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code, message },
  })
})

test.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['4111111111111111', {}, 'card_declined'],
  ['4242424242424242', { exp_year: 2029 }, 'invalid_expiry_year'],
  ['4242424242424242', { cvc: '12' }, 'invalid_cvc'],
  ['378282246310005', { cvc: '123' }, 'invalid_cvc'],
])('card %s with %o does not exist: %s', async (number, rest, code) => {
  expect(await errorOf(world.form.paymentMethods.create(cardOf(number, rest)))).toMatchObject({ code })
})

test('a card that can be saved and not charged leaves a failed charge and an open intent', async () => {
  const saved = await savedCard(world, 'pm_card_chargeCustomerFail')
  const error = await errorOf(pay(saved))
  expect(error).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })
  const open = await world.stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {
    expand: ['latest_charge'],
  })
  expect(open).toMatchObject({ status: 'requires_payment_method', latest_charge: { status: 'failed', paid: false } })
  const other = await world.stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' })
  expect(other).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test('a card that was set up with authentication is charged without its owner; another is not', async () => {
  const first = await savedCard(world, 'pm_card_authenticationRequiredOnSetup')
  expect(first.intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  const authenticate = (
    kind: string,
    { id, client_secret }: { id: string; client_secret: string | null },
    result: string,
  ) => world.form.rawRequest('POST', `/v1/${kind}/${id}/authenticate`, { result, client_secret })
  await authenticate('setup_intents', first.intent, 'complete')
  expect(await pay(first)).toMatchObject({ status: 'succeeded' })

  const always = await savedCard(world, 'pm_card_authenticationRequired')
  await authenticate('setup_intents', always.intent, 'complete')
  expect(await errorOf(pay(always))).toMatchObject({ code: 'authentication_required' })
  const { customer, paymentMethod } = always
  const present = { amount: 700, currency: 'usd', customer, payment_method: paymentMethod, confirm: true }
  const waiting = await world.stripe.paymentIntents.create(present)
  expect(waiting).toMatchObject({ status: 'requires_action', amount_received: 0 })
  await authenticate('payment_intents', waiting, 'complete')
  expect(await world.stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({ status: 'succeeded' })
  const abandoned = await world.stripe.paymentIntents.create(present)
  expect(await errorOf(authenticate('payment_intents', abandoned, 'fail'))).toMatchObject({
    code: 'payment_intent_authentication_failure',
  })
})

test('a request with the key of an earlier one gets its response, and charges nothing again', async () => {
  const saved = await savedCard(world)
  const [first, second] = [await pay(saved, 900, 'key-1'), await pay(saved, 900, 'key-1')]
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect((await world.stripe.charges.list({ customer: saved.customer })).data).toHaveLength(1)
  expect(await errorOf(pay(saved, 901, 'key-1'))).toMatchObject({ type: 'StripeIdempotencyError' })
  const declined = await savedCard(world, 'pm_card_chargeCustomerFail')
  const errors = [await errorOf(pay(declined, 900, 'key-2')), await errorOf(pay(declined, 900, 'key-2'))]
  expect(errors[0]?.payment_intent?.id).toBe(errors[1]?.payment_intent?.id)
  expect((await world.stripe.charges.list({ customer: declined.customer })).data).toHaveLength(1)
  world.clock.nowMs += 25 * 3_600_000
  expect((await pay(saved, 900, 'key-1')).id).not.toBe(first.id)
})

test('a charge is refunded in parts up to its amount', async () => {
  const { latest_charge, id } = await pay(await savedCard(world), 1000)
  const charge = (latest_charge as Stripe.Charge).id
  expect(await world.stripe.refunds.create({ charge, amount: 400 })).toMatchObject({ status: 'succeeded', amount: 400 })
  expect((await errorOf(world.stripe.refunds.create({ charge, amount: 601 }))).message).toMatch(
    /greater than unrefunded/,
  )
  for (const amount of [0, -1, 1.5])
    expect(await errorOf(world.stripe.refunds.create({ charge, amount }))).toMatchObject({ param: 'amount' })
  expect(await world.stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 600 })
  expect(await world.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true, amount_refunded: 1000 })
  expect(await errorOf(world.stripe.refunds.create({ charge }))).toMatchObject({ code: 'charge_already_refunded' })
})

test('a dispute takes the amount and a fee; evidence decides it, and winning returns both', async () => {
  const balanceOf = async () => {
    const { data } = await world.stripe.balanceTransactions.list({ limit: 100 })
    return data.reduce((sum, { net }) => sum + net, 0)
  }
  const saved = await savedCard(world, 'pm_card_createDispute')
  const before = await balanceOf()
  const payment = await pay(saved, 5000)
  expect(await balanceOf()).toBe(before - 175 - 1500)
  const [dispute] = (await world.stripe.disputes.list({ payment_intent: payment.id })).data
  expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 5000 })
  expect(await errorOf(world.stripe.refunds.create({ payment_intent: payment.id }))).toMatchObject({
    code: 'charge_disputed',
  })
  const evidence = { evidence: { uncategorized_text: 'winning_evidence' } }
  expect(await world.stripe.disputes.update(dispute?.id ?? '', evidence)).toMatchObject({ status: 'won' })
  expect(await balanceOf()).toBe(before + 5000 - 175)
  expect((await errorOf(world.stripe.disputes.close(dispute?.id ?? ''))).message).toMatch(/already closed/)
})

test('a card of another customer cannot be charged, nor can a removed one', async () => {
  const [mine, other] = [await savedCard(world), await savedCard(world)]
  expect((await errorOf(pay({ ...mine, paymentMethod: other.paymentMethod }))).message).toMatch(/does not belong/)
  await world.stripe.paymentMethods.detach(mine.paymentMethod)
  expect((await errorOf(pay(mine))).message).toMatch(/detached/)
  expect((await world.stripe.paymentMethods.list({ customer: mine.customer })).data).toEqual([])
})

test('lists have pages, newest first', async () => {
  const saved = await savedCard(world)
  const ids: string[] = []
  for (const amount of [100, 200, 300]) ids.unshift((await pay(saved, amount)).id)
  const list = (rest: Stripe.PaymentIntentListParams) =>
    world.stripe.paymentIntents.list({ customer: saved.customer, ...rest })
  const first = await list({ limit: 2 })
  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(first.has_more).toBe(true)
  const last = await list({ limit: 2, starting_after: ids[1] ?? '' })
  expect(last).toMatchObject({ has_more: false, data: [{ id: ids[2] }] })
  expect(
    await world.stripe.paymentIntents.list({ customer: saved.customer, limit: 1 }).autoPagingToArray({ limit: 9 }),
  ).toHaveLength(3)
  expect((await list({ created: { gt: first.data[0]?.created ?? 0 } })).data).toEqual([])
})

test('wrong requests are errors, as the SDK expects them', async () => {
  const { stripe } = world
  expect(await errorOf(stripe.customers.retrieve('cus_none'))).toMatchObject({ code: 'resource_missing' })
  const amounts = [49, -1, 0, 100_000_000, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1e3', '']
  for (const amount of amounts)
    expect(await errorOf(stripe.paymentIntents.create({ amount: amount as number, currency: 'usd' }))).toMatchObject({
      type: 'StripeInvalidRequestError',
      param: 'amount',
    })
  expect(await errorOf(stripe.customers.create({ nmae: 'x' } as never))).toMatchObject({ code: 'parameter_unknown' })
  expect(await errorOf(stripe.paymentIntents.create({ currency: 'usd' } as never))).toMatchObject({
    code: 'parameter_missing',
  })
  expect(await errorOf(stripe.rawRequest('GET', '/v1/unknown') as Promise<unknown>)).toMatchObject({ statusCode: 404 })
  expect((await fetch(`${world.origin}/v1/customers`)).status).toBe(401)
  const polluted = await fetch(`${world.origin}/v1/customers`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_harness', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'metadata[__proto__][x]=1&__proto__[name]=x',
  })
  expect(await polluted.json()).toMatchObject({ metadata: {}, name: null })
  expect(Object.hasOwn(Object.prototype, 'name')).toBe(false)
})
