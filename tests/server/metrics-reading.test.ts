import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeBlock } from '../../server/compute/metrics/codec/block-codec.ts'
import { CPU_SCALE, columns } from '../../server/compute/metrics/columns.ts'
import { readBlocks, writeBlocks } from '../../server/compute/metrics/store/blocks.ts'
import { levels } from '../../server/compute/metrics/store/levels.ts'
import { createMetricTables, createPartition } from '../../server/compute/metrics/store/metric-tables.ts'
import { readTicks, writeTick } from '../../server/compute/metrics/store/ticks.ts'
import { type MetricsHarness, metricsHarness, START, sample } from './metrics-harness.ts'

const [fine, , coarse] = levels
let it: MetricsHarness
beforeAll(async () => {
  it = await metricsHarness()
  await createMetricTables(it.store.db)
})
afterAll(() => it?.close())

const DAY = START - (START % 86_400)
const whole = Buffer.from(encodeBlock({ points: 90, columns: new Map([[columns.cpu.id, new Array(90).fill(5)]]) }))

/** Stores one block for each replica and time. */
async function store(ids: readonly string[], times: readonly number[], data = whole): Promise<void> {
  await it.store.db.transaction((tx) => createPartition(tx, fine, DAY))
  await it.store.pool.query(
    `insert into metrics.block_10s select id, at, $3 from unnest($1::uuid[]) as id, unnest($2::bigint[]) as at`,
    [ids, times, data],
  )
}
const times = (count: number) => Array.from({ length: count }, (_, at) => DAY + at * fine.blockSeconds)

test('blocks are read a page at a time, each replica from its own time on', async () => {
  const ids = Array.from({ length: 9 }, () => randomUUID()).toSorted()
  await store(ids, times(60))
  const since = new Map(ids.map((id, at) => [id, DAY + at * fine.blockSeconds]))
  const found: string[] = []
  for await (const { replicaId, startsAt } of readBlocks(it.store.db, fine, {
    since,
    to: DAY + 58 * fine.blockSeconds,
  }))
    found.push(`${replicaId} ${startsAt}`)
  const expected = ids.flatMap((id, from) =>
    times(58)
      .slice(from)
      .map((at) => `${id} ${at}`),
  )
  expect(expected.length).toBeGreaterThan(400)
  expect(found).toEqual(expected)
})

test('blocks of more replicas than one statement reads are all found', async () => {
  const ids = Array.from({ length: 450 }, () => randomUUID())
  await store(ids, times(1))
  const found = new Set<string>()
  const since = new Map(ids.map((id) => [id, DAY]))
  for await (const { replicaId } of readBlocks(it.store.db, fine, { since, to: DAY + 1 })) found.add(replicaId)
  expect(found).toEqual(new Set(ids))
})

test('a block is decoded when the ones before it have been used', async () => {
  const id = randomUUID()
  await store([id], times(5))
  await store([id], [DAY + 5 * fine.blockSeconds], Buffer.from('no block'))
  const used: number[] = []
  const read = async () => {
    const since = new Map([[id, DAY]])
    for await (const { startsAt } of readBlocks(it.store.db, fine, { since, to: DAY + 86_400 })) used.push(startsAt)
  }
  await expect(read()).rejects.toThrow()
  expect(used).toEqual(times(5))
})

test('a chart reads no finer blocks of times that coarser ones have', async () => {
  const { id, replicaIds } = await it.addInstance('covered', [{ service: 'web', index: 0 }])
  const block = { points: 96, columns: new Map([[columns.cpu.id, new Array(96).fill(100 * CPU_SCALE)]]) }
  const blocks = new Map(replicaIds.map((replica) => [replica, block]))
  await it.store.db.transaction((tx) => writeBlocks(tx, coarse, DAY, blocks))
  await store(replicaIds, times(60), Buffer.from('must not be decoded'))
  // The last ones say when the replica was last measured.
  await store(replicaIds, times(96).slice(60))
  it.clock.nowMs = (DAY + 86_400) * 1000
  const window = { startDate: DAY, endDate: DAY + 86_400, pointTimeSpan: 900, param: 'cpu' }
  expect((await it.chart(id, window)).series[0]?.values).toEqual(new Array(96).fill(100))
})

test('ticks are read a page at a time, only the replicas and columns that are needed', async () => {
  const [id, other] = [randomUUID(), randomUUID()]
  const tick = new Map([id, other].map((each) => [each, sample(100, 64, 20)]))
  for (let at = 0; at < 30; at += 1)
    for (const source of ['one', 'two']) await writeTick(it.store.db, START + at * 10, source, tick)
  const found: [number, string][] = []
  const needed = (column: number) => column === columns.memory.id
  for await (const { at, source, samples } of readTicks(it.store.db, { from: START, ids: new Set([id]), needed })) {
    found.push([at, source])
    expect([...samples]).toEqual([[id, new Map([[columns.memory.id, 64 * 256]])]])
  }
  expect(found).toEqual(
    Array.from({ length: 60 }, (_, at) => [START + Math.floor(at / 2) * 10, at % 2 === 0 ? 'one' : 'two']),
  )
})
