import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantLot } from '../../server/money/credit/grant-lot.ts'
import { createFunds } from '../../server/money/funds/funds.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { meterUsage } from '../../server/money/metering/meter-usage.ts'
import { type ScalingHarness, scalingHarness } from './scaling-harness.ts'
import { until } from './until.ts'

let it: ScalingHarness
beforeAll(async () => {
  it = await scalingHarness({ LONGSHORE_BILLING: 'sandbox' })
})
afterAll(() => it.close())

const HOUR_MS = 3_600_000
const grant = (amount: bigint) =>
  it.store.db.transaction((tx) =>
    grantLot(tx, {
      organizationId: it.organizationId,
      amount,
      source: 'purchase',
      from: { kind: 'grants' },
      kind: 'creditGranted',
      key: randomUUID(),
      cause: { kind: 'test', id: '1' },
      at: new Date(),
    }),
  )
const balance = (kind: 'credit' | 'receivable') => balanceOf(it.store.db, { kind, organizationId: it.organizationId })

test('what runs without credit stops after the grace, and runs again once what it owes is paid', async () => {
  await grant(1_000_000n)
  const { _id: id } = await it.deploy({})
  await it.inState(id, 'Active')
  const { daily_price_micros: daily } = (
    await it.store.pool.query('select daily_price_micros from instance where id = $1', [id])
  ).rows[0]
  const mailer = { ready: async () => {}, send: async () => {}, nudge: () => {} }
  const config = { billing: 'sandbox', graceHours: 24 } as const
  const funds = createFunds({ config, store: it.store, mailer, log: it.log })
  const days = Number((await balance('credit')) / BigInt(daily))
  const startMs = Date.now()
  const pass = async (hours: number) => {
    const at = new Date(startMs + hours * HOUR_MS)
    await meterUsage(it.store.db, at, (error) => {
      throw error
    })
    await funds.settle(at)
  }
  await pass(days * 24 + 25)
  expect(await balance('receivable')).toBeLessThan(0n)
  await pass(days * 24 + 48)
  expect((await it.instance(id)).state).toBe('Active')
  await pass(days * 24 + 50)
  expect(await it.inState(id, 'Closed')).toMatchObject({ error: { code: 'fundsStopped' } })

  await grant(1n)
  await pass(days * 24 + 51)
  expect((await it.instance(id)).state).toBe('Closed')
  await grant(1_000_000n)
  await pass(days * 24 + 52)
  expect(await balance('receivable')).toBe(0n)
  await until(async () => (await it.instance(id)).state === 'Active', 25_000)
}, 60_000)
