import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import { decodeTick, encodeTick, type Tick } from '../codec/tick-codec.ts'
import type { Sample } from '../columns.ts'

/**
 * Stores what one source measured at one time, in seconds since 1970. The first of two with the same time stays, so a
 * clock that runs backwards changes nothing.
 */
export async function writeTick(db: DbOrTx, at: number, source: string, tick: Tick): Promise<void> {
  if (tick.size === 0) return
  await db.execute(sql`
    insert into metrics.tick (at, source, data) values (${at}, ${source}, ${Buffer.from(encodeTick(tick))})
    on conflict do nothing`)
}

export interface StoredTick {
  at: number
  source: string
  samples: Map<string, Sample>
}

interface TickRange {
  from: number
  /** Exclusive; no end by default. */
  to?: number
  needed?: ReadonlySet<string>
  /** Without the ticks of this process. */
  exceptSources?: readonly string[]
}

/** Returns ticks, the oldest first. Each may hold the samples of a part of the replicas. */
export async function readTicks(db: DbOrTx, range: TickRange): Promise<StoredTick[]> {
  const { from, to, needed, exceptSources = [] } = range
  const until = to === undefined ? sql`` : sql`and at < ${to}`
  const { rows } = await db.execute<{ at: string; source: string; data: Buffer }>(sql`
    select at, source, data from metrics.tick
    where at >= ${from} ${until} and source <> all(${sql.param(exceptSources)}::text[]) order by at, source`)
  return rows.map(({ at, source, data }) => ({ at: Number(at), source, samples: decodeTick(data, needed) }))
}
