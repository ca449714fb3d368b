import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Drain } from '../../../../src/contract/wire/drains/drain.ts'
import type { DrainId } from '../../../../src/contract/wire/drains/drain-id.ts'
import { ApiError } from '../../../http/api-error.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import { drains } from '../../../store/schema.ts'
import { type DrainRow, drainWire } from './drain-wire.ts'

/** NOTIFY channel: the id of a drain that users have changed. */
export const DRAIN_CHANNEL = 'log_drain'

export const notifyDrain = (tx: DbOrTx, id: DrainId): Promise<unknown> =>
  tx.execute(sql`select pg_notify(${DRAIN_CHANNEL}, ${id}::text)`)

export async function lockDrain(tx: Tx, id: DrainId): Promise<DrainRow> {
  const [row] = await tx.select().from(drains).where(eq(drains.id, id)).for('no key update')
  if (!row) throw new ApiError('notFound')
  return row
}

const changing = [
  'name',
  'logTypes',
  'services',
  'streams',
  'target',
  'state',
  'lastError',
  'lastErrorAt',
  'lastSuccessAt',
  'sentLines',
  'rejectedLines',
  'lostLines',
  'revision',
  'updatedAt',
] as const satisfies readonly (keyof Drain)[]

/** Writes a change of a drain and publishes it. It locks the organisation's row, so it comes last. */
export async function changeDrain(
  tx: Tx,
  id: DrainId,
  set: PgUpdateSetSource<typeof drains>,
  where: SQL = sql`true`,
): Promise<Drain | undefined> {
  const [row] = await tx
    .update(drains)
    .set({ ...set, revision: sql`${drains.revision} + 1` })
    .where(sql`${drains.id} = ${id} and ${where}`)
    .returning()
  if (!row) return undefined
  const drain = drainWire(row)
  await publishOrganizationEvents(tx, row.organizationId, {
    kind: 'drainChanged',
    id,
    revision: row.revision,
    changes: Object.fromEntries(changing.map((field) => [field, drain[field]])),
  })
  return drain
}
