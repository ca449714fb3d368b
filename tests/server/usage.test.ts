import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFunds } from '../../server/compute/usage/funds-usage.ts'
import { closeUsage, openUsage } from '../../server/compute/usage/usage-intervals.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import type { ReplicaId } from '../../src/contract/wire/common.ts'
import { loops } from '../long-runs.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { createOrganizationFixture, type OrganizationFixture } from './platform-harness.ts'

const BASE_MS = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

let database: TestDatabase
let store: Store
let own: OrganizationFixture
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
  own = await createOrganizationFixture(store, { open: false })
})
beforeEach(() => store.pool.query('delete from usage_interval; delete from replica'))
afterAll(async () => {
  await store.close()
  await database.close()
})

const insertReplica = async (index = 0): Promise<ReplicaId> => {
  const { rows } = await store.pool.query(
    `insert into replica (instance_id, deployment_id, service, index, workload_id, region, cpu_milli, memory_bytes,
       storage_bytes, daily_price_micros)
     values ($1, $2, 'app', $3, gen_random_uuid(), 'us-west', 100, 10, 1, 14400) returning id`,
    [own.instanceId, own.deploymentId, index],
  )
  return rows[0].id
}

const intervals = async () => {
  const { rows } = await store.pool.query(
    'select started_at, ended_at, end_reason, daily_price_micros from usage_interval order by started_at',
  )
  return rows.map((row) => [
    row.started_at.getTime() - BASE_MS,
    row.ended_at && row.ended_at.getTime() - BASE_MS,
    row.end_reason,
  ])
}

test('an interval opens once, keeps the price of its start, and ends once', async () => {
  const id = await insertReplica()
  const at = (offsetMs: number) => new Date(BASE_MS + offsetMs)
  await store.db.transaction((tx) => openUsage(tx, id, at(1000)))
  await store.db.transaction((tx) => openUsage(tx, id, at(2000)))
  await store.pool.query('update replica set daily_price_micros = 1')
  await store.db.transaction((tx) => closeUsage(tx, id, at(5000), 'closed'))
  await store.db.transaction((tx) => closeUsage(tx, id, at(9000), 'failed'))
  // An end before the start is the start.
  await store.db.transaction((tx) => openUsage(tx, id, at(7000)))
  await store.db.transaction((tx) => closeUsage(tx, id, at(6000), 'unseen'))
  expect(await intervals()).toEqual([
    [1000, 5000, 'closed'],
    [7000, 7000, 'unseen'],
  ])
  const { rows } = await store.pool.query('select daily_price_micros from usage_interval order by started_at')
  expect(rows[0].daily_price_micros).toBe('14400')
})

const interval = fc.record({
  startMs: fc.integer({ min: 0, max: 10 * DAY_MS }),
  lengthMs: fc.option(fc.integer({ min: 0, max: 10 * DAY_MS })),
  price: fc.integer({ min: 0, max: 2 ** 40 }),
})

test('funds usage is the sum of overlap times price, rounded up once [P7.11] [P7.12]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(interval, { maxLength: 12 }),
      fc.integer({ min: 0, max: 10 * DAY_MS }),
      fc.integer({ min: 0, max: 10 * DAY_MS }),
      async (rows, fromMs, periodMs) => {
        const toMs = fromMs + periodMs
        const projectId = randomUUID()
        for (const { startMs, lengthMs, price } of rows) {
          const end = lengthMs === null ? null : new Date(BASE_MS + startMs + lengthMs)
          await store.pool.query(
            `insert into usage_interval (organization_id, project_id, subject_id, daily_price_micros, started_at, ended_at)
             values ($1, $2, gen_random_uuid(), $3, $4, $5)`,
            [own.organizationId, projectId, price, new Date(BASE_MS + startMs), end],
          )
        }
        const naive = rows.reduce((sum, { startMs, lengthMs, price }) => {
          const end = lengthMs === null ? toMs : Math.min(toMs, startMs + lengthMs)
          return sum + BigInt(price) * BigInt(Math.max(0, end - Math.max(startMs, fromMs)))
        }, 0n)
        const period = { from: new Date(BASE_MS + fromMs), to: new Date(BASE_MS + toMs) }
        const found = await readFunds(store.db, sql`u.project_id = ${projectId}`, period)
        expect(found.usedMicros).toBe(Number((naive + BigInt(DAY_MS) - 1n) / BigInt(DAY_MS)))
        const open = rows.filter(({ lengthMs }) => lengthMs === null)
        expect(found.dailyMicros).toBe(open.reduce((sum, { price }) => sum + price, 0))
      },
    ),
    { numRuns: loops(300) },
  )
})

const step = fc.record({
  kind: fc.constantFrom('start', 'stop', 'crash', 'outage', 'reprice'),
  place: fc.integer({ min: 0, max: 3 }),
  afterMs: fc.integer({ min: 0, max: DAY_MS }),
  /** How long the end was hidden. */
  hiddenMs: fc.integer({ min: 0, max: 2 * DAY_MS }),
  price: fc.integer({ min: 0, max: 2 ** 40 }),
})

interface Segment {
  price: number
  fromMs: number
  toMs: number | null
}

test('whatever starts, ends, crashes, hides its end or changes its price, funds usage is that of a naive model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      await store.pool.query('delete from usage_interval; delete from replica')
      const replicas: ReplicaId[] = []
      for (const index of [0, 1, 2, 3]) replicas.push(await insertReplica(index))
      const segments: Segment[] = []
      const open = new Map<number, Segment>()
      let nowMs = BASE_MS
      const at = (ms: number) => new Date(ms)
      const begin = async (place: number, price: number) => {
        const id = replicas[place] as ReplicaId
        await store.pool.query('update replica set daily_price_micros = $2 where id = $1', [id, price])
        await store.db.transaction((tx) => openUsage(tx, id, at(nowMs)))
        if (open.has(place)) return
        const segment = { price, fromMs: nowMs, toMs: null }
        segments.push(segment)
        open.set(place, segment)
      }
      const end = async (place: number, ms: number) => {
        await store.db.transaction((tx) => closeUsage(tx, replicas[place] as ReplicaId, at(ms), 'closed'))
        const segment = open.get(place)
        if (segment) segment.toMs = Math.max(segment.fromMs, ms)
        open.delete(place)
      }
      for (const { kind, place, afterMs, hiddenMs, price } of steps) {
        nowMs += afterMs
        if (kind === 'start') await begin(place, price)
        else if (kind === 'outage') await end(place, nowMs - hiddenMs)
        else await end(place, nowMs)
        if (kind === 'crash' || kind === 'reprice') await begin(place, price)
      }
      const period = { from: at(BASE_MS + DAY_MS), to: at(nowMs) }
      const naive = segments.reduce((sum, { price, fromMs, toMs }) => {
        const overlap = Math.min(toMs ?? nowMs, nowMs) - Math.max(fromMs, period.from.getTime())
        return sum + BigInt(price) * BigInt(Math.max(0, overlap))
      }, 0n)
      const { usedMicros } = await readFunds(store.db, sql`u.project_id = ${own.projectId}`, period)
      expect(usedMicros).toBe(Number((naive + BigInt(DAY_MS) - 1n) / BigInt(DAY_MS)))
    }),
    { numRuns: loops(100) },
  )
})
