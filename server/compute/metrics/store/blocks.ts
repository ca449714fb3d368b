import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import { type Block, decodeBlock, encodeBlock } from '../codec/block-codec.ts'
import type { Level } from './levels.ts'
import { createPartition } from './metric-tables.ts'

/** How many blocks one statement writes. */
const BATCH = 500
const ENCODED_AT_ONCE = 10
const DECODED_AT_ONCE = 20
/** How many blocks, and of how many replicas, one statement reads. */
const PAGE = 200

/** Stores the blocks of one time, in place of those that are stored. */
export async function writeBlocks(
  tx: DbOrTx,
  level: Level,
  startsAt: number,
  blocks: ReadonlyMap<string, Block>,
): Promise<void> {
  if (blocks.size === 0) return
  await createPartition(tx, level, startsAt)
  const entries = [...blocks]
  for (let at = 0; at < entries.length; at += BATCH) {
    const ids: string[] = []
    const data: Buffer[] = []
    for (const [id, block] of entries.slice(at, at + BATCH)) {
      ids.push(id)
      data.push(Buffer.from(encodeBlock(block)))
      if (data.length % ENCODED_AT_ONCE === 0) await leaveProcessor()
    }
    await tx.execute(sql`
      insert into metrics.${sql.identifier(level.table)} (replica_id, starts_at, data)
      select id, ${startsAt}, data from unnest(${sql.param(ids)}::uuid[], ${sql.param(data)}::bytea[]) as given (id, data)
      on conflict (replica_id, starts_at) do update set data = excluded.data`)
  }
}

export interface StoredBlock {
  replicaId: string
  startsAt: number
  block: Block
}

interface BlockRanges {
  /** By replica: the first time at which its blocks may begin. */
  since: ReadonlyMap<string, number>
  /** Exclusive. */
  to: number
  needed?: (column: number) => boolean
}

/** Reads the blocks of replicas, by replica and time, and decodes one after the other: all of them may be 100 MB. */
export async function* readBlocks(
  db: DbOrTx,
  level: Level,
  { since, to, needed }: BlockRanges,
): AsyncGenerator<StoredBlock> {
  // The database orders ids the same way.
  const ranges = [...since].filter(([, from]) => from < to).toSorted(([one], [other]) => (one < other ? -1 : 1))
  let decoded = 0
  while (ranges.length > 0) {
    const page = ranges.slice(0, PAGE)
    const ids = page.map(([id]) => id)
    const starts = page.map(([, from]) => from)
    const { rows } = await db.execute<{ id: string; at: string; data: Buffer }>(sql`
      select replica_id as id, starts_at as at, data
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(starts)}::bigint[]) as ranges (id, since)
      join metrics.${sql.identifier(level.table)} on replica_id = ranges.id and starts_at >= since
      where starts_at >= ${Math.min(...starts)} and starts_at < ${to}
      order by replica_id, starts_at limit ${PAGE}`)
    for (const { id, at, data } of rows) {
      yield { replicaId: id, startsAt: Number(at), block: decodeBlock(data, needed) }
      decoded += 1
      if (decoded % DECODED_AT_ONCE === 0) await leaveProcessor()
    }
    const last = rows.length === PAGE ? rows.at(-1) : undefined
    ranges.splice(0, last ? ids.filter((id) => id <= last.id).length : page.length)
    if (last) ranges.unshift([last.id, Number(last.at) + 1])
  }
}

/** Lets requests be served between two batches. */
const leaveProcessor = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
