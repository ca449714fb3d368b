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

/** More have not run in the time of a chart in practice; each costs some blocks to read. */
const MAX_REPLICAS = 500

/** Returns the replicas that ran between two times, the newest first. */
export async function replicasBetween(
  db: Db,
  instanceId: InstanceId,
  { service, from, to }: { service: string | undefined; from: number; to: number },
): Promise<ChartReplica[]> {
  const { rows } = await db.execute<ChartReplica>(sql`
    select id, service, index, cpu_milli as "cpuMilli", memory_bytes::float as "memoryBytes",
      removed_at is null and status in ('PROVISIONED', 'Deployed') as "isRunning"
    from replica where instance_id = ${instanceId} and created_at < to_timestamp(${to})
      and (removed_at is null or removed_at > to_timestamp(${from}))
      ${service === undefined ? sql`` : sql`and service = ${service}`}
    order by created_at desc limit ${MAX_REPLICAS}`)
  return rows
}

export interface ReadPlaces {
  grid: Grid
  /** The place of each replica by its id. */
  placeOf: ReadonlyMap<string, string>
  needed: (column: number) => boolean
}

/**
 * Reads what replicas measured, for each time from the coarsest blocks that are fine enough for the points of the chart;
 * where there are none yet, from finer blocks, and for the last minutes from the ticks.
 */
export async function readPlaces(db: Db, { grid, placeOf, needed }: ReadPlaces): Promise<Map<string, PlaceTotals>> {
  const places = new Map<string, PlaceTotals>()
  const ids = [...placeOf.keys()]
  const end = grid.startDate + grid.points * grid.pointTimeSpan
  const totalsOf = (id: string): PlaceTotals => {
    const place = placeOf.get(id) ?? id
    const known = places.get(place) ?? new PlaceTotals(grid)
    places.set(place, known)
    return known
  }
  /** The start of the times of a replica that no coarser block has. */
  const uncovered = new Map(ids.map((id) => [id, grid.startDate]))

  for (const level of levels.toReversed()) {
    if (grid.pointTimeSpan % level.seconds !== 0) continue
    const from = blockStart(level, Math.min(...uncovered.values()))
    const covered = new Map(uncovered)
    for (const { replicaId, startsAt, block } of await readBlocks(db, level, { ids, from, to: end, needed })) {
      const blockEnd = startsAt + level.blockSeconds
      if (blockEnd <= (uncovered.get(replicaId) ?? 0)) continue
      totalsOf(replicaId).add(block, startsAt, level.seconds)
      covered.set(replicaId, Math.max(covered.get(replicaId) ?? 0, blockEnd))
    }
    for (const [id, at] of covered) uncovered.set(id, at)
  }
  await addTicks()
  return places

  async function addTicks(): Promise<void> {
    const known = new Set(ids)
    const recent = new Map<string, Block>()
    const ticks = await readTicks(db, { from: grid.startDate, to: end, needed: known })
    const first = ticks[0]?.at ?? 0
    const points = ((ticks.at(-1)?.at ?? 0) - first) / levels[0].seconds + 1
    for (const { at, samples } of ticks)
      for (const [id, sample] of samples) {
        const block = recent.get(id) ?? { points, columns: new Map() }
        recent.set(id, block)
        addSample(block, (at - first) / levels[0].seconds, sample)
      }
    for (const [id, block] of recent) totalsOf(id).add(block, first, levels[0].seconds)
  }
}
