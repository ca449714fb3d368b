import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { applyBilling } from '../../server/money/metering/apply-billing.ts'
import type { Billing, BillingConfig } from '../../server/money/metering/billing-settings.ts'
import { meterUsage } from '../../server/money/metering/meter-usage.ts'
import { startMetering } from '../../server/money/metering/metering-job.ts'
import { postBooking } from '../../server/money/post-booking.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import { assertProductionSettings } from '../../server/start-up/production-rules.ts'
import type { Db } from '../../server/store/connection.ts'
import * as schema from '../../server/store/schema.ts'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { after, noon } from './ledger-harness.ts'
import { type MeteringHarness, meteringHarness } from './metering-harness.ts'
import { until } from './until.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const minutes = (count: number) => new Date(noon.getTime() + count * MINUTE_MS)

const billing = (mode: Billing): Pick<BillingConfig, 'billing' | 'welcomeGrant'> => ({
  billing: mode,
  welcomeGrant: null,
})

let harness: MeteringHarness
beforeAll(async () => {
  harness = await meteringHarness()
})
afterAll(async () => {
  try {
    expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
  } finally {
    await harness.close()
  }
})

const bookings = async (organizationId: string) => {
  const { rows } = await harness.store.pool.query(
    `select t.kind, t.key, t.at, (select sum(line)::int from usage_charge c, unnest(c.amounts) as line where c.booking_id = t.id) as micros
     from ledger_transaction t where cause_kind = 'usage' and cause_id = $1 order by t.at, t.kind desc`,
    [organizationId],
  )
  return rows
}

test('what each minute rounds off is carried to the next', async () => {
  const organizationId = await harness.newOrganization()
  const id = await harness.use({ organizationId, dailyPriceMicros: 1001, startedAt: noon })
  let before = 0
  for (const minute of [1, 2, 3, 7, 8, 1000, DAY_MINUTES]) {
    await harness.meter(minutes(minute))
    const { counted, lines } = await harness.charged(id)
    expect(counted).toBe(Math.floor((1001 * minute) / DAY_MINUTES))
    expect(lines).toBe(counted)
    expect(counted).toBeGreaterThanOrEqual(before)
    before = counted
  }
  expect(before).toBe(1001)
  expect(await harness.owed(organizationId)).toBe(1001)
})

test('all of an organisation is one booking a minute, with a line for each interval, and books nothing twice', async () => {
  const organizationId = await harness.newOrganization()
  const lot = await harness.grant(organizationId, 10_000n)
  const ids = []
  for (const dailyPriceMicros of [DAY_MINUTES, 2 * DAY_MINUTES, 3 * DAY_MINUTES])
    ids.push(await harness.use({ organizationId, dailyPriceMicros, startedAt: noon }))
  await harness.meter(minutes(1))
  await harness.meter(minutes(1))
  await harness.meter(minutes(0))
  await harness.meter(minutes(2))
  expect(await bookings(organizationId)).toMatchObject([
    { kind: 'usageCharged', at: minutes(1), micros: 6 },
    { kind: 'usageCharged', at: minutes(2), micros: 6 },
  ])
  expect(await Promise.all(ids.map(harness.charged))).toMatchObject([{ lines: 2 }, { lines: 4 }, { lines: 6 }])
  expect(await harness.remaining(lot)).toEqual([9988n])
})

test('an interval that has ended is settled and never read again', async () => {
  const organizationId = await harness.newOrganization()
  const id = await harness.use({
    organizationId,
    dailyPriceMicros: DAY_MINUTES,
    startedAt: noon,
    endedAt: new Date(minutes(3).getTime() + 30_000),
  })
  await harness.meter(minutes(3))
  expect(await harness.charged(id)).toEqual({ lines: 3, counted: 3, settled: false })
  await harness.meter(minutes(4))
  expect(await harness.charged(id)).toEqual({ lines: 3, counted: 3, settled: true })
})

test('usage of a day without a control plane spends the lots that were valid then', async () => {
  const organizationId = await harness.newOrganization()
  const projectId = randomUUID() as ProjectId
  const early = await harness.grant(organizationId, 1000n, { expiresAt: minutes(60) })
  const bound = await harness.grant(organizationId, 1000n, {
    scope: `project/${projectId}`,
    validFrom: minutes(90),
    expiresAt: minutes(120),
  })
  const other = await harness.grant(organizationId, 1000n, { scope: `project/${randomUUID()}` })
  const general = await harness.grant(organizationId, 100n, { validFrom: minutes(1000) })
  const expiredBefore = await harness.earned('expiredCredit')
  await harness.use({ organizationId, projectId, dailyPriceMicros: DAY_MINUTES, startedAt: noon })
  await harness.meter(after(1))
  // 60 and 30 were paid by lots that have expired since.
  expect((await harness.earned('expiredCredit')) - expiredBefore).toBe(940 + 970)
  expect(await harness.remaining(early, bound, other, general)).toEqual([0n, 0n, 1000n, 0n])
  expect(await harness.owed(organizationId)).toBe(1440 - 60 - 30 - 100)
  expect(await bookings(organizationId)).toHaveLength(1)
})

test('a late end gives back what was charged, to the lots that paid last', async () => {
  const organizationId = await harness.newOrganization()
  const first = await harness.grant(organizationId, 10n, { expiresAt: after(10) })
  const second = await harness.grant(organizationId, 10n)
  const id = await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon })
  for (const minute of [5, 15, 25]) await harness.meter(minutes(minute))
  expect(await harness.owed(organizationId)).toBe(5)
  await harness.end(id, minutes(8))
  await harness.meter(minutes(26))
  expect(await harness.charged(id)).toEqual({ lines: 8, counted: 8, settled: true })
  expect(await harness.owed(organizationId)).toBe(0)
  expect(await harness.remaining(first, second)).toEqual([2n, 10n])
  expect((await bookings(organizationId)).at(-1)).toMatchObject({
    kind: 'usageAdjusted',
    key: `usage/${id}/end`,
    micros: -17,
  })
  await harness.meter(minutes(27))
  expect(await bookings(organizationId)).toHaveLength(4)
})

test('what a late end gives back pays for other usage of the same minute, and nothing is given back twice', async () => {
  const organizationId = await harness.newOrganization()
  const lot = await harness.grant(organizationId, 40n)
  const [one, other] = [
    await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon }),
    await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon }),
  ]
  await harness.meter(minutes(20))
  expect(await harness.remaining(lot)).toEqual([0n])
  await harness.end(one, minutes(10))
  await harness.meter(minutes(25))
  expect(await harness.remaining(lot)).toEqual([5n])
  await harness.end(other, minutes(5))
  await harness.meter(minutes(26))
  expect(await harness.remaining(lot)).toEqual([25n])
  expect(await harness.owed(organizationId)).toBe(0)
})

test('what is given back to an expired lot expires again', async () => {
  const organizationId = await harness.newOrganization()
  const lot = await harness.grant(organizationId, 100n, { expiresAt: minutes(60) })
  const id = await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon })
  await harness.meter(minutes(120))
  const expired = await harness.earned('expiredCredit')
  await harness.end(id, minutes(20))
  await harness.meter(minutes(121))
  expect(await harness.remaining(lot)).toEqual([0n])
  expect((await harness.earned('expiredCredit')) - expired).toBe(40)
  expect(await harness.owed(organizationId)).toBe(0)
})

test('a debt is paid by credit that comes after everything has ended', async () => {
  const organizationId = await harness.newOrganization()
  await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon, endedAt: minutes(10) })
  await harness.meter(minutes(20))
  expect(await harness.owed(organizationId)).toBe(10)
  await harness.grant(organizationId, 4n, { at: minutes(30), validFrom: minutes(50) })
  await harness.meter(minutes(40))
  expect(await harness.owed(organizationId)).toBe(10)
  await harness.meter(minutes(60))
  expect(await harness.owed(organizationId)).toBe(6)
  await harness.grant(organizationId, 100n, { at: minutes(70) })
  await harness.meter(minutes(80))
  expect(await harness.owed(organizationId)).toBe(0)
})

test('what was owed and is paid becomes a lot if its usage did not happen', async () => {
  const organizationId = await harness.newOrganization()
  const id = await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon })
  await harness.meter(minutes(10))
  await harness.store.db.transaction((tx) =>
    postBooking(tx, {
      kind: 'creditPurchased',
      key: randomUUID(),
      cause: { kind: 'test', id: '1' },
      at: noon,
      entries: [
        { account: { kind: 'receivable', organizationId }, amount: 8n },
        { account: { kind: 'processor', part: 'test' }, amount: -8n },
      ],
    }),
  )
  await harness.end(id, minutes(3))
  await harness.meter(minutes(11))
  expect(await harness.owed(organizationId)).toBe(0)
  const { rows } = await harness.store.pool.query(
    `select l.source, l.remaining::int from ledger_lot l join ledger_account a on a.id = l.account_id where a.organization_id = $1`,
    [organizationId],
  )
  expect(rows).toEqual([{ source: 'refund', remaining: 5 }])
})

test('several control planes at once book each minute once', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => harness.newOrganization()))
  for (const organizationId of ids)
    await harness.use({ organizationId, dailyPriceMicros: 5 * DAY_MINUTES, startedAt: noon })
  for (const minute of [1, 2, 3]) await Promise.all(Array.from({ length: 4 }, () => harness.meter(minutes(minute))))
  await Promise.all([6, 4, 5].map((minute) => harness.meter(minutes(minute))))
  for (const id of ids) expect(await harness.owed(id)).toBe(30)
})

test('a control plane that is killed between any two statements books nothing twice and forgets nothing', async () => {
  const organizationId = await harness.newOrganization()
  await harness.grant(organizationId, 10n)
  const late = await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon })
  const id = await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: noon })
  let isEnded = false
  let minute = 0
  for (let statements = 1; ; statements += 1) {
    minute += 1
    if (minute === 5) {
      await harness.end(late, minutes(2))
      isEnded = true
    }
    let left = statements
    const client = new pg.Client({ connectionString: harness.store.url })
    await client.connect()
    const logQuery = () => {
      left -= 1
      if (left <= 0) throw new Error('killed')
    }
    // Nothing is sent after this, not even a rollback, and the connection is closed.
    const db = drizzle(client, { schema, casing: 'snake_case', logger: { logQuery } }) as unknown as Db
    await meterUsage(db, minutes(minute), () => {}).catch(() => undefined)
    await client.end()
    if (isEnded && left > 0) break
    const { counted } = await harness.charged(id)
    expect(await harness.charged(id)).toMatchObject({ lines: counted })
    expect([minute - 1, minute]).toContain(counted)
    await harness.meter(minutes(minute))
    expect(await harness.charged(id)).toMatchObject({ lines: minute, counted: minute })
    expect((await harness.charged(late)).lines).toBe(isEnded ? 2 : minute)
  }
  expect(minute).toBeGreaterThan(8)
  expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
})

test('an organisation whose usage cannot be booked does not keep others from it', async () => {
  const [broken, sound] = [await harness.newOrganization(), await harness.newOrganization()]
  const usage = { dailyPriceMicros: DAY_MINUTES, startedAt: noon }
  const id = await harness.use({ organizationId: broken, ...usage })
  await harness.use({ organizationId: sound, ...usage })
  const lot = await harness.grant(broken, 5n, { expiresAt: minutes(10) })
  await harness.store.db.transaction((tx) =>
    postBooking(tx, {
      kind: 'creditGranted',
      key: `usage/${id}/${noon.getTime()}`,
      cause: { kind: 'test', id: '1' },
      at: noon,
      entries: [
        { account: { kind: 'grants' }, amount: -1n },
        { account: { kind: 'unallocated' }, amount: 1n },
      ],
    }),
  )
  const failed: string[] = []
  expect(await meterUsage(harness.store.db, minutes(30), (_, organizationId) => failed.push(organizationId))).toBe(
    false,
  )
  expect(failed).toEqual([broken])
  expect(await harness.owed(sound)).toBe(30)
  // Its usage may still spend this lot.
  expect(await harness.remaining(lot)).toEqual([5n])
  await harness.store.pool.query('delete from usage_interval where id = $1', [id])
})

test('charges are neither changed nor removed with their usage', async () => {
  const { pool } = harness.store
  await expect(pool.query('update usage_charge set until = now()')).rejects.toMatchObject({ code: '23514' })
  await expect(pool.query('truncate usage_charge')).rejects.toMatchObject({ code: '23514' })
})

test('usage before billing is turned on is never charged, and while it is off nothing is booked', async () => {
  const { store } = harness
  await store.pool.query(`insert into installation (id) select 'test' where not exists (select from installation)`)
  const organizationId = await harness.newOrganization()
  const usage = { organizationId, dailyPriceMicros: DAY_MINUTES }
  const running = await harness.use({ ...usage, startedAt: minutes(0) })
  const ended = await harness.use({ ...usage, startedAt: minutes(0), endedAt: minutes(5) })
  await applyBilling(store, billing('off'), minutes(8))
  await applyBilling(store, billing('sandbox'), minutes(10))
  await applyBilling(store, billing('on'), minutes(12))
  await harness.meter(minutes(15))
  expect(await harness.owed(organizationId)).toBe(5)
  expect(await harness.charged(running)).toEqual({ lines: 5, counted: 15, settled: false })
  expect(await harness.charged(ended)).toEqual({ lines: 0, counted: 5, settled: true })
  await applyBilling(store, billing('off'), minutes(20))
  await applyBilling(store, billing('on'), minutes(40))
  await harness.meter(minutes(41))
  expect(await harness.owed(organizationId)).toBe(6)
})

test('the job books each minute once it is over, from the first start with billing on, and stops', async () => {
  const { store } = harness
  await applyBilling(store, billing('off'), minutes(50))
  const organizationId = await harness.newOrganization()
  await harness.use({ organizationId, dailyPriceMicros: DAY_MINUTES, startedAt: minutes(50) })
  let clock = minutes(60)
  const settled: { at: Date; owed: number }[] = []
  const start = (mode: 'on' | 'off' = 'on') =>
    startMetering({
      store,
      config: billing(mode),
      settle: async (at) => void settled.push({ at, owed: await harness.owed(organizationId) }),
      log: pino({ level: 'silent' }),
      now: () => clock,
      pauseMs: 10,
    })
  const stop = start()
  try {
    await until(async () => (await since()) !== null)
    clock = new Date(minutes(63).getTime() + 59_000)
    await until(async () => (await harness.owed(organizationId)) > 0)
    expect(await harness.owed(organizationId)).toBe(3)
    clock = minutes(64)
    await until(async () => (await harness.owed(organizationId)) === 4)
    // Funds are settled when the minute is booked.
    await until(async () => settled.length === 3)
    expect(settled.slice(1)).toEqual([
      { at: minutes(63), owed: 3 },
      { at: minutes(64), owed: 4 },
    ])
  } finally {
    await stop()
  }
  const stopWithout = start('off')
  try {
    await until(async () => settled.length > 3)
  } finally {
    await stopWithout()
  }
  expect(settled.slice(3)).toEqual([{ at: minutes(64), owed: 4 }])
})

const since = async () =>
  (await harness.store.pool.query('select billing_since from installation')).rows[0].billing_since

test('billing is off by default, and production does not start with test money', async () => {
  const production = { LONGSHORE_MODE: 'production', LONGSHORE_BILLING: 'sandbox' }
  expect(configFrom({}, '/').billing).toBe('off')
  await expect(assertProductionSettings(configFrom(production, '/'), [])).rejects.toThrow('LONGSHORE_BILLING=sandbox')
  expect(() => configFrom({ LONGSHORE_BILLING: 'free' }, '/')).toThrow('must be off, sandbox or on')
})
