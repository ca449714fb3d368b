import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import { type NotificationInput, notifyUser, publishInstanceProgress } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { deployments, instances } from '../../../store/schema.ts'
import type { GatewayLinks } from '../../instances/gateway-links.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { publishInstanceChanged } from '../../instances/publish-instance.ts'
import { changeProject, type ProjectTimestamp } from '../../projects/publish-project-changed.ts'
import { loadRollOut } from './load-roll-out.ts'
import { servingStatus, statusOf, summarise } from './summarise.ts'

const projectTimestamps: Record<Instance['state'], ProjectTimestamp> = {
  Starting: 'lastInstanceStartedAt',
  Active: 'lastInstanceActivatedAt',
  Closed: 'lastInstanceClosedAt',
  'Failed-start': 'lastInstanceFailedAt',
}

export interface RefreshOptions {
  links: GatewayLinks
  /** Columns that the caller decides; they win over those that follow from the replicas. */
  set?: Partial<InstanceRow>
  /** Whether a workload began or ended to be charged, so that its project costs something else. */
  isUsageChanged?: boolean
  /** For the user who deployed. */
  notification?: Pick<NotificationInput, 'type' | 'title' | 'message'> | undefined
}

/**
 * Writes what follows for an instance from a change of its deployments or replicas in the same transaction, and
 * publishes it. `before` is its locked row.
 */
export async function refreshInstance(
  tx: Tx,
  before: InstanceRow,
  { links, set = {}, isUsageChanged = false, notification }: RefreshOptions,
): Promise<InstanceRow> {
  const rows = await loadRollOut(tx, { ...before, ...set })
  for (const deployment of rows.deployments) {
    const status = deployment.activeSince ? servingStatus(deployment, rows) : statusOf(deployment, rows)
    if (status !== deployment.status)
      await tx.update(deployments).set({ status }).where(eq(deployments.id, deployment.id))
  }
  const next: Partial<InstanceRow> = { ...summarise({ ...before, ...set }, rows), ...set }
  const columns = (Object.keys(next) as (keyof InstanceRow)[]).filter(
    (column) => !isDeepStrictEqual(next[column], before[column]),
  )
  const changes = Object.fromEntries(columns.map((column) => [column, next[column]]))
  const [row = before] = await tx
    .update(instances)
    .set({ ...changes, updatedAt: sql`now()`, revision: sql`${instances.revision} + 1` })
    .where(eq(instances.id, before.id))
    .returning()
  const isStateChanged = row.state !== before.state
  // A start that goes on ends in another state, which publishes the project.
  const project =
    isStateChanged || (isUsageChanged && row.state !== 'Starting')
      ? await changeProject(tx, row.projectId, isStateChanged ? projectTimestamps[row.state] : undefined)
      : undefined
  await publishInstanceChanged(tx, row.id, links, [...columns, 'status'], project && [project.event])
  // After the organisation's row is locked: every transaction that locks both locks users last.
  if (notification && row.createdBy)
    await notifyUser(tx, row.createdBy, {
      ...notification,
      additionalData: { instance: row.id, projectId: row.projectId, organizationId: row.organizationId },
    })
  return row
}

/** Shows the progress of a replica without an event, so that it does not wait for the organisation's row. */
export async function publishProgress(tx: Tx, before: InstanceRow): Promise<void> {
  const { progressMessage } = summarise(before, await loadRollOut(tx, before))
  if (progressMessage === undefined || progressMessage === before.progressMessage) return
  const [row] = await tx
    .update(instances)
    .set({ progressMessage, revision: sql`${instances.revision} + 1` })
    .where(eq(instances.id, before.id))
    .returning()
  if (row) await publishInstanceProgress(tx, row)
}
