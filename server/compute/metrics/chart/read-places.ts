import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Db } from '../../../store/connection.ts'
import type { Block } from '../codec/block-codec.ts'
import { addSample } from '../rollup/join-blocks.ts'
import { readBlocks } from '../store/blocks.ts'
import { blockStart, levels } from '../store/levels.ts'
import { readTicks } from '../store/ticks.ts'
import { type Grid, PlaceTotals } from './place-totals.ts'

/** A replica that ran at some time of the chart. */
export type ChartReplica = {
  id: string
  service: string
  index: number
  cpuMilli: number
  memoryBytes: number
  isRunning: boolean
}

/** 20 replicas with more than two deployments a day in 90 days. Each costs a few blocks to read. */
const MAX_REPLICAS = 5000

interface ChartReplicas {
  /** The newest first. */
  replicas: ChartReplica[]
  /** When the last of those that were too many ended; null when these are all. */
  completeFrom: string | null
}

/** Returns the replicas that ran between two times; those that ended last, if there are too many. */
export async function replicasBetween(
  db: Db,
  instanceId: InstanceId,
  { service, from, to }: { service: string | undefined; from: number; to: number },
): Promise<ChartReplicas> {
  const { rows } = await db.execute<ChartReplica & { createdAt: number; removedAt: number | null }>(sql`
    select id, service, index, cpu_milli as "cpuMilli", memory_bytes::float as "memoryBytes",
      removed_at is null and status in ('PROVISIONED', 'Deployed') as "isRunning",
      extract(epoch from created_at)::float as "createdAt", extract(epoch from removed_at)::float as "removedAt"
    from replica where instance_id = ${instanceId} and created_at < to_timestamp(${to})
      and (removed_at is null or removed_at > to_timestamp(${from}))
      ${service === undefined ? sql`` : sql`and service = ${service}`}
    order by removed_at desc nulls first, created_at desc limit ${MAX_REPLICAS + 1}`)
  const replicas = rows.slice(0, MAX_REPLICAS).toSorted((one, other) => other.createdAt - one.createdAt)
  const end = rows[MAX_REPLICAS]?.removedAt
  return { replicas, completeFrom: end ? new Date(end * 1000).toISOString() : null }
}

/** Whether an instance has or had a service of a name. One that is scaled to zero may have had no replica yet. */
export async function hasService(db: Db, instanceId: InstanceId, service: string): Promise<boolean> {
  const { rows } = await db.execute<{ isKnown: boolean }>(sql`
    select exists (select 1 from replica where instance_id = ${instanceId} and service = ${service})
      or exists (select 1 from deployment_image join deployment on deployment.id = deployment_id
        where instance_id = ${instanceId} and service = ${service}) as "isKnown"`)
  return rows[0]?.isKnown === true
}

export interface ReadPlaces {
  grid: Grid
  /** The place of each replica by its id. */
  placeOf: ReadonlyMap<string, string>
  needed: (column: number) => boolean
  /** Whether the highest values are needed too. */
  hasPeaks: boolean
}

/**
 * Reads what replicas measured, for each time from the coarsest blocks that are fine enough for the points of the chart;
 * where there are none yet, from finer blocks, and for the last minutes from the ticks.
 */
export async function readPlaces(
  db: Db,
  { grid, placeOf, needed, hasPeaks }: ReadPlaces,
): Promise<Map<string, PlaceTotals>> {
  const places = new Map<string, PlaceTotals>()
  const ids = [...placeOf.keys()]
  const end = grid.startDate + grid.points * grid.pointTimeSpan
  const totalsOf = (id: string): PlaceTotals => {
    const place = placeOf.get(id) ?? id
    const known = places.get(place) ?? new PlaceTotals(grid, hasPeaks)
    places.set(place, known)
    return known
  }
  /** The start of the times of a replica that no coarser block has. */
  const uncovered = new Map(ids.map((id) => [id, grid.startDate]))

  for (const level of levels.toReversed()) {
    if (grid.pointTimeSpan % level.seconds !== 0) continue
    const since = new Map([...uncovered].map(([id, at]) => [id, blockStart(level, at)]))
    for await (const { replicaId, startsAt, block } of readBlocks(db, level, { since, to: end, needed })) {
      totalsOf(replicaId).add(block, startsAt, level.seconds)
      uncovered.set(replicaId, startsAt + level.blockSeconds)
    }
  }
  await addTicks()
  return places

  async function addTicks(): Promise<void> {
    let time = 0
    /** What all sources measured at that time. */
    let joined = new Map<string, Block>()
    const addJoined = () => {
      for (const [id, block] of joined) totalsOf(id).add(block, time, levels[0].seconds)
    }
    for await (const { at, samples } of readTicks(db, { from: grid.startDate, to: end, ids: new Set(ids), needed })) {
      if (at !== time) {
        addJoined()
        joined = new Map()
        time = at
      }
      for (const [id, sample] of samples) {
        const block = joined.get(id) ?? { points: 1, columns: new Map() }
        joined.set(id, block)
        addSample(block, 0, sample)
      }
    }
    addJoined()
  }
}
