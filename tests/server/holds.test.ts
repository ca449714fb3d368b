import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { resume, stopForFunds } from '../../server/compute/funds/stop-for-funds.ts'
import { createRun } from '../../server/compute/jobs/runs/create-run.ts'
import { lockInstance } from '../../server/compute/reconcile/roll-out/lock-instance.ts'
import { type ScaleChange, setScaledReplicas } from '../../server/compute/scaling/set-scaled-replicas.ts'
import { type Grant, grantLot } from '../../server/money/credit/grant-lot.ts'
import { spendCredit } from '../../server/money/credit/spend-credit.ts'
import { availableIn, balanceOf } from '../../server/money/ledger.ts'
import { meterUsage } from '../../server/money/metering/meter-usage.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ScalingHarness, scalingHarness } from './scaling-harness.ts'
import { until } from './until.ts'

/** What is reserved for deployments, as users cause it. */
let it: ScalingHarness
let price = 0n
beforeAll(async () => {
  it = await scalingHarness({ LONGSHORE_BILLING: 'sandbox', LONGSHORE_QUOTA_INSTANCES: 'none' })
  await grant(1_000_000_000n)
  const { id } = await deployed()
  price = await held()
  expect(price).toBe((await dailyOf(id)) * 2n)
})
beforeEach(async () => {
  await closeAll()
  await spendAll()
})
afterAll(() => it.close())

const credit = () => ({ kind: 'credit' as const, organizationId: it.organizationId })
const available = () => availableIn(it.store.db, credit())
const held = async () => (await balanceOf(it.store.db, credit())) - (await available())
const owed = async () => -(await balanceOf(it.store.db, { kind: 'receivable', organizationId: it.organizationId }))
const dailyOf = async (id: string) => {
  const { rows } = await it.store.pool.query('select daily_price_micros from instance where id = $1', [id])
  return BigInt(rows[0].daily_price_micros)
}
const deployed = async (settings: Parameters<ScalingHarness['deploy']>[0] = {}) => {
  const { _id: id } = await it.deploy(settings)
  return { id }
}
const grant = (amount: bigint, more: Partial<Grant> = {}) =>
  it.store.db.transaction((tx) =>
    grantLot(tx, {
      organizationId: it.organizationId,
      amount,
      source: 'coupon',
      from: { kind: 'grants' },
      kind: 'creditGranted',
      key: randomUUID(),
      cause: { kind: 'test', id: '1' },
      at: new Date(),
      ...more,
    }),
  )
const meter = (until = new Date()) =>
  meterUsage(it.store.db, until, (error) => {
    throw error
  })
const close = async (id: Instance['_id']) => {
  await it.call('closeInstance', { id, organizationId: it.organizationId })
  await it.inState(id, 'Closed')
}
const closeAll = async () => {
  const { rows } = await it.store.pool.query(`select id from instance where state in ('Starting', 'Active')`)
  await Promise.all(rows.map(({ id }) => close(id)))
  await meter()
}
/** Leaves the organisation without credit and debts. */
const spendAll = async () => {
  await meter()
  await grant((await owed()) + 1n)
  await meter()
  await spendAvailable()
  expect([await available(), await held(), await owed()]).toEqual([0n, 0n, 0n])
}
/** Takes what is not held. */
const spendAvailable = async () => {
  const amount = await available()
  await it.store.db.transaction((tx) =>
    spendCredit(tx, [
      {
        organizationId: it.organizationId,
        amount,
        usedAt: new Date(),
        scopes: [],
        to: { kind: 'grants' },
        onShortfall: 'reject',
        key: randomUUID(),
        cause: { kind: 'test', id: '1' },
        at: new Date(),
      },
    ]),
  )
}
const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'accepted' : (result.reason.code ?? String(result.reason))))

/** Deploys, and repeats what did not get a connection to the database in time. */
const deployedPatiently = async (): Promise<unknown> => {
  try {
    return await deployed()
  } catch (error) {
    const messages = [error, error instanceof Error ? error.cause : undefined].map(String)
    if (messages.some((text) => text.includes('timeout exceeded when trying to connect'))) return deployedPatiently()
    throw error
  }
}

test('of 50 concurrent deployments with money for 10, while usage is booked, exactly 10 start', async () => {
  await grant(price * 11n - 1n)
  const [results] = await Promise.all([
    Promise.allSettled(Array.from({ length: 50 }, deployedPatiently)),
    ...Array.from({ length: 3 }, async () => meter()),
  ])
  expect(codes(results).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 'accepted'),
    ...Array.from({ length: 40 }, () => 'insufficientFunds'),
  ])
  // What was used meanwhile may be booked by then, but no more than that is missing.
  expect(await held()).toBeGreaterThan(price * 9n)
  expect(await held()).toBeLessThanOrEqual(price * 10n)
  const { rows } = await it.store.pool.query(`select 1 from instance where state in ('Starting', 'Active')`)
  expect(rows).toHaveLength(10)
}, 60_000)

const service = { name: 'app', image: 'longshore/hello:1', cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: 2 ** 29 }
const ownService = (more: object = {}) => ({ configuration: { services: [{ ...service, ...more }] } })
const deployService = async (more: object = {}) => {
  const { organizationId, projectId } = it
  const { instance } = await it.call('createInstance', {
    ...ownService(more),
    organizationId,
    projectId,
    name: 'Ferry',
    region: 'us-west',
  })
  return instance._id
}
const scale = (change: Omit<ScaleChange, 'service' | 'reason'>) =>
  it.store.db.transaction((tx) => setScaledReplicas(tx, it.scaling, { service: 'app', reason: 'cpu', ...change }))

test('a deployment that cannot be held is rejected with what it needs and what is missing, and changes nothing', async () => {
  await grant(price - 100n)
  const before = await available()
  await expect(deployed()).rejects.toMatchObject({
    code: 'insufficientFunds',
    status: 402,
    message: expect.stringMatching(
      /^This reserves two days of its price, \$[\d.]+\. The balance covers .* Top up at least \$[\d.]+ to continue\.$/,
    ),
  })
  expect([await available(), await held()]).toEqual([before, 0n])
})

test('an update holds what it costs more, and one that costs less gives the difference back', async () => {
  await grant(1_000_000_000n)
  const id = await deployService()
  await it.inState(id, 'Active')
  const first = await held()
  await it.call('updateInstance', { id, ...ownService({ cpuMilli: 200 }) })
  const second = await held()
  expect(second).toBeGreaterThan(first)
  expect(second - first).toBe((await dailyOf(id)) * 2n - first)
  await it.call('updateInstance', { id, ...ownService() })
  await meter()
  expect(await held()).toBeLessThanOrEqual(first)
  expect(await held()).toBeGreaterThan(first / 2n)
}, 60_000)

test('replicas that cannot be held are a rejected decision, a service that cannot be held does not wake', async () => {
  await grant(1_000_000_000n)
  const id = await deployService({ replicas: 1 })
  await it.inState(id, 'Active')
  await spendAvailable()
  const daily = await dailyOf(id)
  expect(await scale({ instanceId: id, from: 1, to: 3 })).toMatchObject({ kind: 'refused', code: 'insufficientFunds' })
  expect(await it.decisions(id)).toEqual(['rejected cpu 1 3'])
  const { decisions } = await it.call('readScalingDecisions', { id })
  expect(decisions[0]?.message).toMatch(/Top up at least/)
  await grant(daily * 4n)
  expect(await scale({ instanceId: id, from: 1, to: 3 })).toMatchObject({ kind: 'scaled', from: 1, to: 3 })
  expect(await dailyOf(id)).toBe(daily * 3n)
  await scale({ instanceId: id, to: 0 })
  await meter()
  expect(await held()).toBe(0n)
  await spendAvailable()
  await expect(it.call('wakeInstance', { id })).rejects.toMatchObject({
    code: 'insufficientFunds',
  })
  await grant(daily * 2n)
  await it.call('wakeInstance', { id })
  expect(await held()).toBe(daily * 2n)
}, 60_000)

test('a run holds its price until it has ended', async () => {
  await grant(1_000_000_000n)
  const id = await deployService()
  await it.inState(id, 'Active')
  const before = await held()
  const run = () =>
    it.store.db.transaction(async (tx) => {
      const instance = await lockInstance(tx, id)
      if (!instance) throw new Error('The instance is gone.')
      const given = { instance, serviceName: undefined, command: ['true'], timeoutSeconds: 60, createdBy: null }
      return createRun(tx, it.scaling, given)
    })
  const runId = await run()
  expect(await held()).toBe(before * 2n)
  await spendAvailable()
  await expect(run()).rejects.toMatchObject({ code: 'insufficientFunds' })
  await it.store.pool.query('update run set ended_at = now(), claim_released_at = now() where id = $1', [runId])
  await meter()
  expect(await held()).toBeLessThanOrEqual(before)
}, 60_000)

test('closing an instance frees what it held for the next one, without waiting for the next metering', async () => {
  await grant(price + 10_000n)
  const { id } = await deployed()
  await it.inState(id, 'Active')
  expect(codes(await Promise.allSettled([deployed()]))).toEqual(['insufficientFunds'])
  await close(id)
  expect(await held()).toBe(price)
  await deployed()
  expect(await held()).toBe(price)
  expect(await owed()).toBe(0n)
}, 60_000)

test('nothing more starts while something is owed, and a top-up pays that first', async () => {
  await grant(price)
  const { id } = await deployed()
  await it.inState(id, 'Active')
  await meter(new Date(Date.now() + 3 * 86_400_000))
  expect(await available()).toBe(0n)
  expect(await held()).toBe(0n)
  const debt = await owed()
  expect(debt).toBeGreaterThan(0n)
  await grant(debt / 2n)
  await expect(deployed()).rejects.toMatchObject({ message: expect.stringMatching(/The organisation owes \$/) })
  await grant(debt + price * 3n)
  await deployed()
  expect(await owed()).toBe(0n)
  expect(await inSnapshot(it.store.url, checkLedger)).toEqual([])
}, 60_000)

test('of what was stopped for lack of funds, as much starts again as can be held', async () => {
  await grant(price * 3n)
  const ids = await Promise.all([deployed(), deployed()])
  await Promise.all(ids.map(({ id }) => it.inState(id, 'Active')))
  await stopForFunds(it.store.db, it.organizationId)
  await Promise.all(ids.map(({ id }) => it.inState(id, 'Closed')))
  await meter()
  expect(await held()).toBe(0n)
  await spendAvailable()
  await grant(price + 10_000n)
  await resume(it.store.db, it.organizationId)
  const active = async (count: number) => {
    const states = await Promise.all(ids.map(async ({ id }) => (await it.instance(id)).state))
    return states.filter((state) => state === 'Active').length === count
  }
  await until(() => active(1))
  expect(await held()).toBe(price)
  await grant(price)
  await resume(it.store.db, it.organizationId)
  await until(() => active(2))
  expect(await held()).toBe(price * 2n)
}, 60_000)
