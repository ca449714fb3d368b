import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import type { Balance, Payment } from '../../src/contract/wire/money/payment.ts'
import { loops } from '../long-runs.ts'
import { type TestDatabase, testDatabase } from '../server/database.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'
import { attachTestCard } from './support/crashes/attach-test-card.ts'
import { chargesOnDisk } from './support/crashes/card-journal.ts'
import { crash } from './support/crashes/crash.ts'
import { holdStep, type PaymentStep, prepareSteps } from './support/crashes/held-step.ts'
import { press } from './support/crashes/press.ts'

const RANDOM_KILLS = loops(20)
const MAX_DELAY_BEFORE_KILL_MS = 300

let database: TestDatabase
let rows: pg.Pool
let store: Store
let controlPlane: ControlPlane
let api: Api
let organizationId: string
let paymentMethodId: string
beforeEach(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
  rows = new pg.Pool({ connectionString: database.url, max: 3 })
  // A killed control plane ends its connections, and so may a test.
  rows.on('error', () => undefined)
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'process', LONGSHORE_BILLING: 'sandbox', DATABASE_URL: database.url },
  })
  api = apiOf(controlPlane.url, await controlPlane.signIn('ada'))
  const made = await api.request<{ organization: { _id: string } }>('POST', 'organization', { name: 'Quay' })
  organizationId = made.body.organization._id
  paymentMethodId = await attachTestCard(api, organizationId)
})
afterEach(async () => {
  await controlPlane?.end()
  await rows?.end()
  await store?.close()
  await database?.close()
})

/** Presses Purchase once, however often the request is repeated. */
const purchase = (): Promise<{ payment: Payment }> =>
  press(api, 'POST', `payment/${organizationId}/top-up`, { paymentMethodId, amount: 20 })

/** Does what the user can: reads how the payment stands, and cancels it if it does not go on. */
const ended = async ({ payment: { _id } }: { payment: Payment }): Promise<Payment> => {
  const path = `payment/${organizationId}/${_id}`
  await api.request('POST', `${path}/refresh`)
  await api.request('POST', `${path}/cancel`)
  return until(async () => {
    const { payment } = (await api.request<{ payment: Payment }>('GET', path)).body
    return payment.settledAt !== null && payment
  })
}

/** Compares what the card was charged with what was booked, and with what the user is shown. */
const expectHonestBooks = async (count: number) => {
  const { payments } = (await api.request<{ payments: Payment[] }>('GET', `payment/${organizationId}/all?limit=200`))
    .body
  expect(payments).toHaveLength(count)
  const charged = chargesOnDisk(controlPlane).filter(({ amount_received }) => amount_received > 0)
  const succeeded = payments.filter(({ state }) => state === 'succeeded')
  expect(charged.map(({ metadata }) => metadata.paymentId).sort()).toEqual(succeeded.map(({ _id }) => _id).sort())
  const balance = (await api.request<Balance>('GET', `payment/${organizationId}/balance`)).body
  expect(balance.availableMicros).toBe(succeeded.length * 20_000_000)
  expect(await store.db.transaction(checkLedger)).toEqual([])
}

interface Kill {
  at: PaymentStep
  how: 'undone' | 'done'
  state: Payment['state']
}

test('a control plane that is killed at any step of a payment charges and credits once or not at all', async () => {
  await prepareSteps(rows)
  const kills: Kill[] = [
    { at: 'stored', how: 'undone', state: 'succeeded' },
    { at: 'named', how: 'undone', state: 'canceled' },
    { at: 'named', how: 'done', state: 'canceled' },
    { at: 'settled', how: 'undone', state: 'succeeded' },
  ]
  for (const [number, { at, how, state }] of kills.entries()) {
    const held = await holdStep(rows, at)
    const pressed = purchase()
    await held.reached()
    await controlPlane.kill()
    await held.end(how)
    await controlPlane.start()
    expect([at, how, (await ended(await pressed)).state]).toEqual([at, how, state])
    await expectHonestBooks(number + 1)
  }
  // The response to the last one is lost.
  const pressed = purchase()
  const settled = () => rows.query("select 1 from payment where state = 'succeeded'")
  await until(async () => (await settled()).rows.length === 3)
  await controlPlane.kill()
  await controlPlane.start()
  expect((await ended(await pressed)).state).toBe('succeeded')
  await expectHonestBooks(kills.length + 1)
})

test('a control plane that is killed at random moments of payments charges and credits once or not at all', async () => {
  for (let number = 1; number <= RANDOM_KILLS; number += 1) {
    const pressed = purchase()
    await crash(controlPlane, MAX_DELAY_BEFORE_KILL_MS)
    await ended(await pressed)
    await expectHonestBooks(number)
  }
})
