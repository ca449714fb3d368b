import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import { type Block, decodeBlock, encodeBlock } from '../codec/block-codec.ts'
import type { Level } from './levels.ts'
import { createPartition } from './metric-tables.ts'

/** How many blocks one statement writes. */
const BATCH = 500
const ENCODED_AT_ONCE = 10
const DECODED_AT_ONCE = 100

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

/** Returns the blocks of replicas that begin in a range of time, its end excluded. */
export async function readBlocks(
  db: DbOrTx,
  level: Level,
  { ids, from, to, needed }: { ids: readonly string[]; from: number; to: number; needed?: (column: number) => boolean },
): Promise<StoredBlock[]> {
  if (ids.length === 0 || from >= to) return []
  const { rows } = await db.execute<{ id: string; at: string; data: Buffer }>(sql`
    select replica_id as id, starts_at as at, data from metrics.${sql.identifier(level.table)}
    where replica_id = any(${sql.param(ids)}::uuid[]) and starts_at >= ${from} and starts_at < ${to}`)
  const found: StoredBlock[] = []
  for (const [index, { id, at, data }] of rows.entries()) {
    found.push({ replicaId: id, startsAt: Number(at), block: decodeBlock(data, needed) })
    if (index % DECODED_AT_ONCE === DECODED_AT_ONCE - 1) await leaveProcessor()
  }
  return found
}

/** Lets requests be served between two batches. */
const leaveProcessor = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
