import { eq, sql } from 'drizzle-orm'
import type { Alert } from '../../../src/contract/wire/alerts/alert.ts'
import type { AlertId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import { ApiError } from '../../http/api-error.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Tx } from '../../store/connection.ts'
import { alertIncidents, alerts } from '../../store/schema.ts'
import { type AlertRow, alertWire } from './alert-wire.ts'

/** Locks a rule. Transactions lock instances before it, and organisations after it. */
export async function lockAlert(tx: Tx, id: AlertId): Promise<AlertRow> {
  const [row] = await tx.select().from(alerts).where(eq(alerts.id, id)).for('no key update')
  if (!row) throw new ApiError('notFound')
  return row
}

/** Changes a locked rule, counts its incidents, and publishes it. */
export async function changeAlert(tx: Tx, id: AlertId, set: Partial<AlertRow> = {}): Promise<Alert> {
  const open = sql`(select count(*) from ${alertIncidents} where alert_id = ${id} and ended_at is null)`
  const [row] = await tx
    .update(alerts)
    .set({ ...set, firing: open, revision: sql`${alerts.revision} + 1` })
    .where(eq(alerts.id, id))
    .returning()
  const alert = alertWire(row)
  const { _id: _, organizationId, createdAt: __, ...changes } = alert
  await publishOrganizationEvents(tx, organizationId, {
    kind: 'alertChanged',
    id,
    revision: alert.revision,
    changes: 'updatedAt' in set ? changes : { firing: alert.firing, revision: alert.revision, problem: alert.problem },
  })
  return alert
}
