import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Block } from '../../server/compute/metrics/codec/block-codec.ts'
import { columns } from '../../server/compute/metrics/columns.ts'
import { createMetrics } from '../../server/compute/metrics/metrics.ts'
import { addSample, fillCounts } from '../../server/compute/metrics/rollup/join-blocks.ts'
import { rollUp } from '../../server/compute/metrics/rollup/roll-up.ts'
import { writeBlocks } from '../../server/compute/metrics/store/blocks.ts'
import { blockStart, levels, pointsOf } from '../../server/compute/metrics/store/levels.ts'
import { createMetricTables } from '../../server/compute/metrics/store/metric-tables.ts'
import { holdSamplingLease } from '../../server/compute/metrics/store/sampling-lease.ts'
import { createDockerEngine } from '../../server/engines/docker.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import { latencyBucket } from '../../src/rules/metrics/latency-buckets.ts'
import { startContainerEngine } from '../../tests/container-engine.ts'
import { stillEngine } from '../compute/still-engine.ts'
import { printFigure } from '../support/figures.ts'
import { processorMicros } from '../support/process-usage.ts'
import { findDockerd } from './find-dockerd.ts'
import { type MetricFleet, startMetricFleet } from './metric-fleet.ts'
import { noisyReplica } from './noisy-replica.ts'

/**
 * What it costs to measure 1,000 replicas every ten seconds, and how much is stored of them in a day. Samples follow one
 * another at once, with a clock that each moves on by ten seconds.
 */
const REPLICAS = 1000
/** A block of 15 minutes and a little more, so that compacting counts. */
const SAMPLES = 110
const SAMPLE_SECONDS = 10
/** The growth is measured with fewer, and multiplied. */
const STORED_REPLICAS = 100
const CONTAINERS = 30
const MIB = 1024 ** 2
const log = pino({ level: 'error' })

async function measureSampling(fleet: MetricFleet): Promise<void> {
  const ids = fleet.ids
  let now = Math.floor(Date.now() / 900_000) * 900
  const metrics = createMetrics({
    db: fleet.store.db,
    engines: soleEngine({
      ...stillEngine(ids),
      stats: async () => ({
        atMs: now * 1000,
        cpuMicros: now * 40_000 + Math.floor(Math.random() * 50_000),
        memoryBytes: Math.floor(Math.random() * 64) * MIB,
        memoryLimitBytes: 256 * MIB,
        networkInBytes: now * 900 + Math.floor(Math.random() * 9000),
        networkOutBytes: now * 2000 + Math.floor(Math.random() * 9000),
        diskReadBytes: 0,
        diskWriteBytes: now * 100,
      }),
    }),
    log,
    node: randomUUID(),
    isAlone: true,
    diskUse: () => new Map(ids.map((id) => [id, 20 * MIB])),
    nowMs: () => now * 1000,
    monotonicMs: () => now * 1000,
  })
  const sample = async () => {
    now += SAMPLE_SECONDS
    const busy = ids.slice(0, REPLICAS / 2).map((id) => ({
      id,
      statuses: [0, 90, 0, 3, 0],
      abandoned: 0,
      bytesIn: 900,
      bytesOut: 90_000,
      connections: 2,
      latency: Array.from({ length: 10 }, (_, at) => [latencyBucket(5 * (at + 1)), 9]).flat(),
    }))
    metrics.receiveTraffic({ type: 'traffic', at: now - SAMPLE_SECONDS, part: 0, busy, idle: ids.slice(REPLICAS / 2) })
    await metrics.sample()
  }
  await sample()
  const before = process.cpuUsage()
  for (let count = 0; count < SAMPLES; count += 1) await sample()
  const { user, system } = process.cpuUsage(before)
  await metrics.stop()
  const percent = ((user + system) / 1_000_000 / (SAMPLES * SAMPLE_SECONDS)) * 100
  const millis = (user + system) / 1000 / SAMPLES
  const what = `metrics of ${REPLICAS.toLocaleString('en')} replicas every ${SAMPLE_SECONDS} s: processor of the control plane`
  printFigure(what, percent, '% of a core', 15, `${millis.toFixed(0)} ms a sample, compacting included; fake engine`)
}

async function measureGrowth({ store: { db }, ids }: MetricFleet): Promise<void> {
  const [fine, middle] = levels
  const own = ids.slice(0, STORED_REPLICAS)
  const sources = own.map((_, number) => noisyReplica(number))
  const day = Math.floor(Date.now() / 86_400_000) * 86_400 - 3 * 86_400
  await db.execute(sql`truncate metrics.block_10s, metrics.block_1m, metrics.block_15m, metrics.stale_block`)
  for (let startsAt = day; startsAt < day + 86_400; startsAt += fine.blockSeconds) {
    const blocks = new Map<string, Block>()
    for (const [at, id] of own.entries()) {
      const block: Block = { points: pointsOf(fine), columns: new Map() }
      for (let point = 0; point < block.points; point += 1) addSample(block, point, sources[at]?.() ?? new Map())
      fillCounts(block, columns.connections.id)
      blocks.set(id, block)
    }
    await writeBlocks(db, fine, startsAt, blocks)
    await db.execute(sql`
      insert into metrics.stale_block values (1, ${blockStart(middle, startsAt)}) on conflict do nothing`)
  }
  const node = randomUUID()
  await holdSamplingLease(db, node)
  await rollUp(db, node, day + 2 * 86_400)
  const megabytes: string[] = []
  let total = 0
  for (const { table } of levels) {
    const { rows } = await db.execute<{ bytes: string }>(sql`
      select sum(pg_total_relation_size(inhrelid))::text as bytes from pg_inherits
      where inhparent = to_regclass(${`metrics.${table}`})`)
    const size = (Number(rows[0]?.bytes ?? 0) * (REPLICAS / STORED_REPLICAS)) / 1_000_000
    total += size
    megabytes.push(`${table} ${size.toFixed(1)}`)
  }
  const shares = '3 of 10 replicas with 10 to 50 requests a second, 3 with few, 4 without'
  printFigure(
    `growth a day with ${REPLICAS.toLocaleString('en')} replicas`,
    total,
    'MB',
    200,
    `${megabytes.join(', ')}; ${shares}`,
  )
}

/** Real containers, for comparison: most of the work is the engine's. */
async function measureContainers(): Promise<void> {
  const container = await startContainerEngine()
  if ('skipped' in container) return console.log(`  Skipped with containers: ${container.skipped}`)
  const engine = await createDockerEngine({ installationId: `bench-${process.pid}`, dockerHost: container.host })
  const started: string[] = []
  try {
    const { reference } = await engine.pull('longshore/hello:1', {})
    for (let number = 0; number < CONTAINERS; number += 1) {
      const id = `metrics-${process.pid}-${number}`
      started.push(id)
      const limits = { cpuMilli: 100, memoryBytes: 64 * MIB, storageBytes: 64 * MIB }
      await engine.start({ id, image: reference, environment: { PORT: '8080' }, ports: [], limits, labels: {} })
    }
    const dockerd = findDockerd(container.host)
    const before = { ours: process.cpuUsage(), engine: dockerd ? processorMicros(dockerd) : Number.NaN }
    const rounds = 10
    for (let round = 0; round < rounds; round += 1) await Promise.all(started.map((id) => engine.stats(id)))
    const { user, system } = process.cpuUsage(before.ours)
    const each = (micros: number) => `${(micros / 1000 / rounds / CONTAINERS).toFixed(2)} ms`
    const theirs = dockerd ? each(processorMicros(dockerd) - before.engine) : 'not measured'
    console.log(
      `  ${CONTAINERS} real containers: processor of the control plane ${each(user + system)} a container and sample, dockerd ${theirs}`,
    )
  } finally {
    for (const id of started) await engine.remove(id)
    await engine.close()
    await container.stop()
  }
}

const fleet = await startMetricFleet(REPLICAS)
try {
  await createMetricTables(fleet.store.db)
  console.log('\nMetrics')
  await measureSampling(fleet)
  await measureGrowth(fleet)
  await measureContainers()
} finally {
  await fleet.stop()
}
