import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../store/connection.ts'
import type { Block } from '../codec/block-codec.ts'
import { columns } from '../columns.ts'
import { readBlocks, writeBlocks } from '../store/blocks.ts'
import { blockStart, levels, pointsOf } from '../store/levels.ts'
import { lockSamplingLease } from '../store/sampling-lease.ts'
import { readTicks } from '../store/ticks.ts'
import { addBlock, addSample, fillCounts } from './join-blocks.ts'

const [fine, middle] = levels
/** Reports of gateways may be half a minute late, and Prometheus reads the last minute and its delay from ticks. */
const LATE_SECONDS = 120

/**
 * Turns the ticks of each block of time that is over into one block for each replica, and deletes them in the same
 * transaction: whatever is killed in between leaves either the ticks or the blocks. Returns how many blocks of time.
 */
export async function compactTicks(db: Db, owner: string, nowSeconds: number): Promise<number> {
  const { rows } = await db.execute<{ at: string }>(sql`
    select distinct at / ${fine.blockSeconds} * ${fine.blockSeconds} as at from metrics.tick
    where at < ${blockStart(fine, nowSeconds - LATE_SECONDS)} order by 1`)
  for (const { at } of rows) await db.transaction((tx) => compact(tx, owner, Number(at)))
  return rows.length
}

async function compact(tx: Tx, owner: string, startsAt: number): Promise<void> {
  if (!(await lockSamplingLease(tx, owner))) return
  const range = { from: startsAt, to: startsAt + fine.blockSeconds }
  const blocks = new Map<string, Block>()
  for await (const { at, samples } of readTicks(tx, range)) {
    for (const [id, sample] of samples) {
      const block = blocks.get(id) ?? { points: pointsOf(fine), columns: new Map() }
      blocks.set(id, block)
      addSample(block, (at - startsAt) / fine.seconds, sample)
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  // Ticks of a time that was compacted before: a clock ran backwards, or a gateway reported late.
  const since = new Map([...blocks.keys()].map((id) => [id, startsAt]))
  for await (const { replicaId, block } of readBlocks(tx, fine, { since, to: range.to })) {
    const added = blocks.get(replicaId)
    if (added) addBlock(block, added)
    blocks.set(replicaId, block)
  }
  for (const block of blocks.values()) fillCounts(block, columns.connections.id)
  await writeBlocks(tx, fine, startsAt, blocks)
  await tx.execute(sql`delete from metrics.tick where at >= ${range.from} and at < ${range.to}`)
  await tx.execute(sql`
    insert into metrics.stale_block (level, starts_at) values (1, ${blockStart(middle, startsAt)})
    on conflict do nothing`)
}
