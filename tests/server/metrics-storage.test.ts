import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maintainMetrics } from '../../server/compute/metrics/rollup/maintain-metrics.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import { holdSamplingLease } from '../../server/compute/metrics/store/sampling-lease.ts'
import { writeTick } from '../../server/compute/metrics/store/ticks.ts'
import { type AddedInstance, type MetricsHarness, metricsHarness, START, sample } from './metrics-harness.ts'

let it: MetricsHarness
let node: string
const log = { info: () => undefined }
beforeAll(async () => {
  it = await metricsHarness()
  await createMetricTables(it.store.db)
  node = randomUUID()
})
afterAll(() => it?.close())

const maintain = async (nowSeconds: number) => {
  await holdSamplingLease(it.store.db, node)
  await maintainMetrics({ db: it.store.db, log, node, nowSeconds })
}
const countOf = async (table: string) => {
  const { rows } = await it.store.pool.query<{ count: number }>(`select count(*)::int as count from metrics.${table}`)
  return rows[0]?.count ?? -1
}
/** Writes a sample each ten seconds; `cpu` gets the number of the sample. */
const write = async (instance: AddedInstance, from: number, count: number, cpu: (at: number) => number | null) => {
  for (let at = 0; at < count; at += 1) {
    const value = cpu(at)
    if (value === null) continue
    const ticks = new Map(instance.replicaIds.map((id) => [id, sample(value, 64, 20)]))
    await writeTick(it.store.db, from + at * 10, node, ticks)
  }
}
const chartOf = (instance: AddedInstance, startDate: number, seconds: number, pointTimeSpan: number) => {
  it.clock.nowMs = Math.max(it.clock.nowMs, (startDate + seconds) * 1000)
  return it.chart(instance.id, { startDate, endDate: startDate + seconds, pointTimeSpan, param: 'cpu,memory,requests' })
}

test('samples become a block for each replica once their time is over, and the chart stays the same', async () => {
  const instance = await it.addInstance('compacted', [{ service: 'web', index: 0 }])
  await write(instance, START, 90, (at) => (at === 7 ? null : 100 + at))
  const before = await chartOf(instance, START, 900, 10)
  expect(before.series[0]?.values.slice(5, 9)).toEqual([105, 106, null, 108])
  expect(before.series[1]?.values[0]).toBe(64 * 1024 ** 2)
  expect(before.series[2]?.values[0]).toBe(2)

  await maintain(START + 1010)
  expect(await countOf('tick')).toBe(89)
  await maintain(START + 1020)
  expect(await countOf('tick')).toBe(0)
  const after = await chartOf(instance, START, 900, 10)
  expect(after.series).toEqual(before.series)
})

test('a node that is killed within a block, or between the two writes, loses and repeats nothing', async () => {
  const instance = await it.addInstance('interrupted', [{ service: 'web', index: 0 }])
  const from = START + 3600
  await write(instance, from, 45, () => 50)
  // The next node finds the ticks of the first, and goes on.
  node = randomUUID()
  await it.store.pool.query('delete from metrics.lease')
  await write(instance, from + 450, 45, () => 70)
  await maintain(from + 1020)
  const whole = await chartOf(instance, from, 900, 900)
  expect(whole.series.map(({ values }) => values[0])).toEqual([60, 64 * 1024 ** 2, 2])
  // As after a transaction whose end the node did not live to see: it does all of it again.
  await maintain(from + 1020)
  expect((await chartOf(instance, from, 900, 900)).series).toEqual(whole.series)
})

test('a node without the lease changes nothing', async () => {
  const instance = await it.addInstance('fenced', [{ service: 'web', index: 0 }])
  const from = START + 7200
  await write(instance, from, 3, () => 50)
  await holdSamplingLease(it.store.db, node)
  await maintainMetrics({ db: it.store.db, log, node: randomUUID(), nowSeconds: from + 1020 })
  expect(await countOf('tick')).toBe(3)
  expect(await holdSamplingLease(it.store.db, randomUUID())).toBe(false)
  await maintain(from + 1020)
  expect(await countOf('tick')).toBe(0)
})

test('samples of a time that passes twice do not change what is stored of it', async () => {
  const instance = await it.addInstance('backwards', [{ service: 'web', index: 0 }])
  const from = START + 10_800
  await write(instance, from, 90, (at) => (at >= 60 ? null : 40))
  await maintain(from + 1020)
  // The clock jumps back, and on again: the first thirty samples come a second time.
  await write(instance, from, 30, () => 999)
  await write(instance, from + 600, 30, () => 44)
  await maintain(from + 1020)
  const { series } = await chartOf(instance, from, 900, 300)
  expect(series[0]?.values).toEqual([40, 40, 44])
})

test('is rolled up to a minute and to a quarter of an hour, and each chart reads the coarsest that is fine enough', async () => {
  const instance = await it.addInstance('rolled', [{ service: 'web', index: 0 }])
  const day = START - (START % 86_400) + 86_400
  await write(instance, day, 6, (at) => (at === 3 ? 400 : 100))
  await write(instance, day + 43_200, 12, () => 200)
  await maintain(day + 86_400 + 120)
  const mean = await chartOf(instance, day, 900, 900)
  expect(mean.series.map(({ values }) => values[0])).toEqual([150, 64 * 1024 ** 2, 2])
  const peak = await it.chart(instance.id, { startDate: day, endDate: day + 900, pointTimeSpan: 900, filter: 'peak' })
  expect(peak.series[0]?.values).toEqual([400])
  const minutes = await chartOf(instance, day + 43_200, 180, 60)
  expect(minutes.series[0]?.values).toEqual([200, 200, null])
  // The same again changes nothing.
  await it.store.pool.query('insert into metrics.stale_block values (1, $1), (2, $2)', [day, day])
  await maintain(day + 86_400 + 120)
  expect((await chartOf(instance, day, 900, 900)).series).toEqual(mean.series)
})

test('old partitions are dropped whole, by whichever node comes first, and never before they are rolled up', async () => {
  const instance = await it.addInstance('kept', [{ service: 'web', index: 0 }])
  const day = START - (START % 86_400) + 30 * 86_400
  await write(instance, day, 6, () => 100)
  await maintain(day + 1020)
  const partitions = async () => {
    const { rows } = await it.store.db.execute<{ name: string }>(
      sql`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where relname like 'block_%'`,
    )
    return rows.map(({ name }) => name).toSorted()
  }
  expect(await partitions()).toContain(`block_10s_${day}`)
  await maintain(day + 2 * 86_400 + 120)
  expect(await partitions()).not.toContain(`block_10s_${day}`)
  expect((await chartOf(instance, day, 60, 60)).series[0]?.values).toEqual([100])
  await maintain(day + 9 * 86_400)
  expect(await partitions()).not.toContain(`block_1m_${day}`)
  expect((await chartOf(instance, day, 900, 900)).series[0]?.values).toEqual([100])
  await maintain(day + 120 * 86_400)
  expect(await partitions()).toEqual([])
})

test('nodes that start at the same time create the tables together', async () => {
  await it.store.pool.query('drop schema metrics cascade')
  await Promise.all([1, 2, 3].map(() => createMetricTables(it.store.db)))
  expect(await countOf('lease')).toBe(0)
})

test('metrics of a deleted instance are not rolled up', async () => {
  const instance = await it.addInstance('deleted', [{ service: 'web', index: 0 }])
  const day = START - (START % 86_400) + 200 * 86_400
  await write(instance, day, 6, () => 100)
  await maintain(day + 1020)
  await it.store.pool.query('delete from instance where id = $1', [instance.id])
  await maintain(day + 86_400 + 120)
  expect(await countOf('block_1m')).toBe(0)
})
