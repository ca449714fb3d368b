import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CardWorld, savedCard, startCards, startReceiver, type WebhookReceiver } from './card-harness.ts'
import { until } from './until.ts'

let world: CardWorld
let receiver: WebhookReceiver
beforeEach(async () => {
  world = await startCards()
  receiver = await startReceiver(world.clock)
  const endpoint = await world.stripe.webhookEndpoints.create({ url: receiver.url, enabled_events: ['*'] })
  receiver.secret = endpoint.secret ?? ''
})
afterEach(async () => {
  await world.close()
  await receiver.close()
})

const charge = async (method?: string) => {
  const { customer, paymentMethod } = await savedCard(world, method)
  const details = { amount: 1000, currency: 'usd', customer, payment_method: paymentMethod, off_session: true }
  return world.stripe.paymentIntents.create({ ...details, confirm: true })
}

test('each change sends a signed event, and the event is read again by its id', async () => {
  const payment = await charge()
  const event = await receiver.received('payment_intent.succeeded')
  expect(event.data.object).toMatchObject({ id: payment.id, status: 'succeeded' })
  await until(async () => (await world.stripe.events.retrieve(event.id)).pending_webhooks === 0)
  await receiver.received('charge.succeeded')
  await receiver.received('setup_intent.succeeded')
  await receiver.received('payment_method.attached')
})

test('an event that is not accepted is sent again later, also after a restart', async () => {
  receiver.responses = Array.from({ length: 100 }, () => 500)
  await world.stripe.customers.create({})
  await until(async () => receiver.responses.length < 100)
  receiver.responses = []
  await until(async () => (await world.stripe.events.list({})).data[0]?.pending_webhooks === 1)
  await world.restart()
  expect(receiver.events).toEqual([])
  world.clock.nowMs += 10_000
  // Any change makes the processor look at its clock.
  await world.stripe.customers.create({})
  await until(async () => receiver.events.length === 2)
})

test('records survive a restart, and a line that a crash cut off is dropped', async () => {
  const payment = await charge()
  await world.restart('[["customer","cus_1')
  expect(await world.stripe.paymentIntents.retrieve(payment.id)).toMatchObject({ status: 'succeeded' })
})

test('a refund that the bank takes its time for is pending first, and can fail', async () => {
  const { id } = await world.form.paymentMethods.create({
    type: 'card',
    card: { number: '4000000000005126', exp_month: 1, exp_year: 2035, cvc: '123' },
  })
  const payment = await charge(id)
  const refund = await world.stripe.refunds.create({ payment_intent: payment.id })
  expect(refund.status).toBe('pending')
  world.clock.nowMs += 5000
  await world.stripe.customers.create({})
  const failed = await receiver.received('refund.failed')
  expect(failed.data.object).toMatchObject({ id: refund.id, status: 'failed' })
  const [charged] = (await world.stripe.charges.list({ payment_intent: payment.id })).data
  expect(charged).toMatchObject({ amount_refunded: 0, refunded: false })
})

test('events go to this machine only', async () => {
  for (const url of [
    'https://example.com/x',
    'http://10.0.0.1/',
    'http://localhost.example.com/',
    'file:///etc/passwd',
  ])
    await expect(world.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })).rejects.toThrow(/this machine/)
})
