import { sql } from 'drizzle-orm'
import type { Db } from '../../../store/connection.ts'
import type { Block } from '../codec/block-codec.ts'
import { readBlocks, writeBlocks } from '../store/blocks.ts'
import { blockStart, type Level, levels, pointsOf } from '../store/levels.ts'
import { lockSamplingLease } from '../store/sampling-lease.ts'
import { coarsen } from './coarsen.ts'
import { placeBlock } from './join-blocks.ts'

/** Replicas in one transaction. */
const BATCH = 200

/**
 * Computes the coarser blocks of times that are over and whose finer blocks have changed. Each is computed from all of
 * its finer blocks and replaces the former, so doing it twice changes nothing. Metrics of deleted instances end here.
 */
export async function rollUp(db: Db, owner: string, nowSeconds: number): Promise<void> {
  for (const [index, level] of levels.entries()) {
    const finer = levels[index - 1]
    if (!finer) continue
    const { rows } = await db.execute<{ at: string }>(sql`
      select starts_at as at from metrics.stale_block
      where level = ${index} and starts_at <= ${nowSeconds - level.blockSeconds} order by starts_at`)
    for (const { at } of rows) await rollUpOne(db, owner, { index, level, finer, startsAt: Number(at) })
  }
}

interface Target {
  index: number
  level: Level
  finer: Level
  startsAt: number
}

async function rollUpOne(db: Db, owner: string, { index, level, finer, startsAt }: Target): Promise<void> {
  const range = { from: startsAt, to: startsAt + level.blockSeconds }
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct replica_id as id from metrics.${sql.identifier(finer.table)}
    where starts_at >= ${range.from} and starts_at < ${range.to} and (
      exists (select 1 from replica where id = replica_id) or exists (select 1 from instance where id = replica_id))`)
  const factor = level.seconds / finer.seconds
  for (let at = 0; at < rows.length; at += BATCH) {
    const since = new Map(rows.slice(at, at + BATCH).map(({ id }) => [id, startsAt]))
    await db.transaction(async (tx) => {
      if (!(await lockSamplingLease(tx, owner))) throw new Error('Another control plane samples metrics now')
      const blocks = new Map<string, Block>()
      for await (const { replicaId, startsAt: from, block } of readBlocks(tx, finer, { since, to: range.to })) {
        const coarse = blocks.get(replicaId) ?? { points: pointsOf(level), columns: new Map() }
        blocks.set(replicaId, coarse)
        placeBlock(coarse, coarsen(block, factor), (from - startsAt) / level.seconds)
      }
      await writeBlocks(tx, level, startsAt, blocks)
    })
  }
  const next = levels[index + 1]
  await db.transaction(async (tx) => {
    if (next)
      await tx.execute(sql`
        insert into metrics.stale_block (level, starts_at) values (${index + 1}, ${blockStart(next, startsAt)})
        on conflict do nothing`)
    await tx.execute(sql`delete from metrics.stale_block where level = ${index} and starts_at = ${startsAt}`)
  })
}
