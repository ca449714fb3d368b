import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Db, Tx } from '../store/connection.ts'
import { auditChains } from '../store/schema.ts'

export interface Verification {
  /** Number of entries that are present and intact. */
  verified: number
  /** Number of entries before them that retention has removed. */
  removed: number
  /** The first violation; null if every entry is present and unchanged. */
  violation: { sequence: number; kind: 'changed' | 'missing' } | null
  /** Hash of the last entry, in hex. Stored elsewhere, it also reveals a chain that was rewritten as a whole. */
  lastHash: string
}

/** The same fields in the same order as in the database's `audit_hash`, each cast to text. */
const hashed = [
  'coalesce(organization_id, user_id)',
  'sequence',
  'number',
  '(extract(epoch from created_at) * 1000)::bigint',
  'actor_id',
  'actor_name',
  'api_key_name',
  'action',
  'target',
  'before',
  'after',
  'address',
]
const fields = sql.raw(`array[${hashed.map((field) => `(${field})::text`).join(', ')}]`)

const READ_AT_ONCE = 1000
const NOTHING = Buffer.alloc(0)

type Row = { sequence: string; hash: Buffer; fields: (string | null)[] }

/**
 * Reads a whole chain and verifies that each entry follows the one before it, from the last one that retention removed
 * to the chain's end. Reads one snapshot, so concurrent writes do not disturb it.
 */
export const verifyChain = (db: Db, id: OrganizationId | UserId, signal?: AbortSignal): Promise<Verification> =>
  db.transaction((tx) => verify(tx, id, signal), { isolationLevel: 'repeatable read', accessMode: 'read only' })

const verify = async (tx: Tx, id: OrganizationId | UserId, signal: AbortSignal | undefined): Promise<Verification> => {
  const [chain] = await tx.select().from(auditChains).where(eq(auditChains.id, id))
  const end = { sequence: chain?.lastSequence ?? 0, hash: Buffer.from(chain?.lastHash ?? NOTHING) }
  const removed = chain?.removedSequence ?? 0
  let last = removed
  let previous: Buffer = Buffer.from(chain?.removedHash ?? NOTHING)
  const found = (violation: Verification['violation']): Verification => ({
    verified: last - removed,
    removed,
    violation,
    lastHash: end.hash.toString('hex'),
  })

  for (let isMore = true; isMore; ) {
    signal?.throwIfAborted()
    const { rows } = await tx.execute<Row>(sql`
      select sequence, hash, ${fields} as fields from audit_entry
      where coalesce(organization_id, user_id) = ${id} and sequence > ${last} order by sequence limit ${READ_AT_ONCE}`)
    for (const row of rows) {
      if (Number(row.sequence) !== last + 1) return found({ sequence: last + 1, kind: 'missing' })
      const hash = hashAfter(previous, row.fields)
      if (!hash.equals(row.hash)) return found({ sequence: last + 1, kind: 'changed' })
      last += 1
      previous = hash
    }
    isMore = rows.length === READ_AT_ONCE
  }
  if (last < end.sequence) return found({ sequence: last + 1, kind: 'missing' })
  // The recorded end was moved back, or the last entry was rewritten.
  if (last > end.sequence || !previous.equals(end.hash)) return found({ sequence: last, kind: 'changed' })
  return found(null)
}

const hashAfter = (previous: Buffer, values: readonly (string | null)[]): Buffer =>
  createHash('sha256').update(previous).update(values.map(hashedField).join('')).digest()

const hashedField = (value: string | null): string => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`)
