import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../store/connection.ts'
import { drains } from '../../../store/schema.ts'
import { changeDrain } from '../rows/change-drain.ts'
import type { DrainRow } from '../rows/drain-wire.ts'
import type { Batch } from './collect-batch.ts'

/** Another process delivers for this drain now, or it is gone: nothing that this process knows may be written. */
export class DrainLost extends Error {}

export interface Delivery {
  db: Db
  /** The process that holds the drain's lease. */
  node: string
  row: DrainRow
}

interface Outcome {
  /** Whether the target has taken the lines, or refused them for good. */
  kind: 'sent' | 'rejected'
  /** Whether this ends a failure, which users see at once. */
  endsFailure: boolean
}

/** Writes down that a batch is done with. Until then it is sent again after a crash. */
export async function confirmBatch({ db, node, row }: Delivery, batch: Batch, outcome: Outcome): Promise<void> {
  const { records, lost, positions } = batch
  const isSent = outcome.kind === 'sent'
  const set = {
    ...(isSent
      ? { sentLines: sql`${drains.sentLines} + ${records.length}` }
      : { rejectedLines: sql`${drains.rejectedLines} + ${records.length}` }),
    ...(lost > 0 && { lostLines: sql`${drains.lostLines} + ${lost}` }),
    ...(isSent && records.length > 0 && { lastSuccessAt: sql`now()`, failingSince: null }),
  }
  const mine = sql`${drains.leaseOwner} = ${node}`
  await db.transaction(async (tx) => {
    // First the drain's row: it shows whether the lease is held until the end of this transaction.
    const isPublished = outcome.endsFailure || !isSent
    if (!isPublished) {
      const { rowCount } = await tx.update(drains).set(set).where(sql`${drains.id} = ${row.id} and ${mine}`)
      if (rowCount === 0) throw new DrainLost()
    }
    await writePositions(tx, row, positions)
    if (isPublished && !(await changeDrain(tx, row.id, set, mine))) throw new DrainLost()
  })
}

async function writePositions(tx: Tx, { id }: DrainRow, positions: Batch['positions']): Promise<void> {
  if (positions.length === 0) return
  const values = positions.map(({ address, sequence }) => ({
    deployment_id: address.deploymentId,
    log_type: address.logType,
    service: address.service,
    sequence,
  }))
  // Deployments can be gone meanwhile.
  await tx.execute(sql`
    insert into drain_position (drain_id, deployment_id, log_type, service, sequence)
    select ${id}, deployment_id, log_type, service, sequence
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as at (deployment_id uuid, log_type text, service text, sequence bigint)
    where exists (select 1 from deployment where deployment.id = at.deployment_id)
    on conflict (drain_id, deployment_id, log_type, service)
      do update set sequence = greatest(drain_position.sequence, excluded.sequence)`)
}

/** Writes down why a batch was not delivered. Users see the first failure, and each with another reason. */
export async function recordFailure({ db, node, row }: Delivery, error: string, isPublished: boolean): Promise<void> {
  const set = {
    lastError: error,
    lastErrorAt: sql`now()`,
    failingSince: sql`coalesce(${drains.failingSince}, now())`,
  }
  const mine = sql`${drains.leaseOwner} = ${node}`
  await db.transaction(async (tx) => {
    const isWritten = isPublished
      ? (await changeDrain(tx, row.id, set, mine)) !== undefined
      : (await tx.update(drains).set(set).where(sql`${drains.id} = ${row.id} and ${mine}`)).rowCount !== 0
    if (!isWritten) throw new DrainLost()
  })
}
