import { sql } from 'drizzle-orm'
import { SAMPLE_SECONDS } from '../../../../src/rules/metrics/metrics-window.ts'
import type { Db } from '../../../store/connection.ts'
import { decodeBlock } from '../codec/block-codec.ts'
import { decodeTick } from '../codec/tick-codec.ts'
import { columns } from '../columns.ts'
import { levels } from '../store/levels.ts'

const memory = columns.memory.id

/** Returns when an engine last measured one of these replicas. */
export async function readLastSample(db: Db, ids: readonly string[], nowSeconds: number): Promise<string | null> {
  if (ids.length === 0) return null
  const seconds = (await lastTick(db, ids, nowSeconds)) ?? (await lastBlock(db, ids))
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString()
}

/** The newest tick has them nearly always. */
async function lastTick(db: Db, ids: readonly string[], nowSeconds: number): Promise<number | undefined> {
  const known = new Set(ids)
  for (let before = nowSeconds + SAMPLE_SECONDS; ; ) {
    const { rows } = await db.execute<{ at: string; data: Buffer }>(sql`
      select at, data from metrics.tick where at < ${before} and source not like '%/gateway/%'
      order by at desc limit 3`)
    for (const { at, data } of rows)
      for (const sample of decodeTick(data, { ids: known }).values())
        if (sample.has(memory)) return Number(at) + SAMPLE_SECONDS
    const last = rows.at(-1)
    if (!last) return undefined
    before = Number(last.at)
  }
}

async function lastBlock(db: Db, ids: readonly string[]): Promise<number | undefined> {
  for (const { table, seconds } of levels) {
    const { rows } = await db.execute<{ at: string; data: Buffer }>(sql`
      select starts_at as at, data from metrics.${sql.identifier(table)}
      where replica_id = any(${sql.param(ids)}::uuid[]) order by starts_at desc limit 20`)
    const ends = rows.map(({ at, data }) => {
      const column = decodeBlock(data, (id) => id === memory).columns.get(memory) ?? []
      return Number(at) + (column.findLastIndex((value) => value !== null) + 1) * seconds
    })
    if (ends.length > 0) return Math.max(...ends)
  }
  return undefined
}
