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

/** How many ticks one statement reads. Each may have all replicas. */
const PAGE = 20

interface TickRange {
  from: number
  /** Exclusive; no end by default. */
  to?: number
  /** The replicas, and the columns; all by default. */
  ids?: ReadonlySet<string>
  needed?: (column: number) => boolean
  /** Without the ticks of this process. */
  exceptSources?: readonly string[]
}

/** Reads ticks, the oldest first, and decodes one after the other. Each may hold the samples of a part of the replicas. */
export async function* readTicks(db: DbOrTx, range: TickRange): AsyncGenerator<StoredTick> {
  const { from, to, ids, needed, exceptSources = [] } = range
  const until = to === undefined ? sql`` : sql`and at < ${to}`
  for (let rest = sql`at >= ${from}`; ; ) {
    const { rows } = await db.execute<{ at: string; source: string; data: Buffer }>(sql`
      select at, source, data from metrics.tick
      where ${rest} ${until} and source <> all(${sql.param(exceptSources)}::text[]) order by at, source limit ${PAGE}`)
    for (const { at, source, data } of rows)
      yield { at: Number(at), source, samples: decodeTick(data, { ids, needed }) }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    rest = sql`(at, source) > (${last.at}, ${last.source})`
  }
}
