import { and, eq, sql } from 'drizzle-orm'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { instances } from '../../store/schema.ts'
import { INSTANCE_CHANNEL } from '../instances/instance-channel.ts'
import { systemLine } from '../logs/stored-line.ts'
import { publishProjectChanged } from '../projects/publish-project-changed.ts'
import { LeaseLost, ownedBy } from './lease.ts'
import type { LeasedInstance } from './leased-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { teardown } from './teardown.ts'

/** What is deleted has no state worth a long goodbye. */
const GRACE_OF_DELETING_MS = 3000

/** Ends the workload and keeps the instance with its logs. */
export async function closeInstance(options: ReconcileOptions, leased: LeasedInstance): Promise<undefined> {
  if (leased.row.activeDeployment) await teardown(options, leased.row.activeDeployment, options.limits.graceMs)
  await leased.write({
    set: {
      state: 'Closed',
      status: 'Deprecated',
      progressMessage: '',
      error: null,
      publishedPorts: [],
      observedAt: new Date(),
      activeSince: null,
      dueAt: null,
      deadlineAt: null,
      attempts: 0,
    },
    ended: true,
    projectTimestamp: 'lastInstanceClosedAt',
    lines: [systemLine('Closed')],
    events: [systemLine('Closed on request')],
  })
}

/** Ends the workload and removes the instance with everything that was kept of it. */
export async function removeInstance(options: ReconcileOptions, leased: LeasedInstance): Promise<undefined> {
  const { db, node } = options
  const { id, projectId, organizationId, activeDeployment } = leased.row
  if (activeDeployment) await teardown(options, activeDeployment, GRACE_OF_DELETING_MS, 'nothing')
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(instances)
      .where(and(ownedBy(id, node), eq(instances.desiredState, 'deleted')))
      .returning({ id: instances.id })
    if (removed.length === 0) throw new LeaseLost()
    await publishProjectChanged(tx, projectId)
    await publishOrganizationEvents(tx, organizationId, { kind: 'instanceRemoved', id, projectId })
    await tx.execute(sql`select pg_notify(${INSTANCE_CHANNEL}, ${id}::text)`)
  })
}
