import { and, eq, sql } from 'drizzle-orm'
import { sayToOrganization } from '../../live/outbox.ts'
import { instances } from '../../store/schema.ts'
import { INSTANCE_CHANNEL } from '../instances/instance-channel.ts'
import { systemLine } from '../logs/kept-line.ts'
import { sayProjectChanged } from '../projects/say-project.ts'
import type { HeldInstance } from './held-instance.ts'
import { LeaseLost, ownedBy } from './lease.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { takeDown } from './take-down.ts'

/** What is deleted has no state worth a long goodbye. */
const GRACE_OF_DELETING_MS = 3000

/** Ends the workload and keeps the instance with its logs. */
export async function closeInstance(options: ReconcileOptions, held: HeldInstance): Promise<undefined> {
  if (held.row.activeDeployment) await takeDown(options, held.row.activeDeployment, options.limits.graceMs)
  await held.write({
    set: {
      state: 'Closed',
      status: 'Deprecated',
      stage: '',
      fault: null,
      publishedPorts: [],
      observedAt: new Date(),
      activeSince: null,
      dueAt: null,
      deadlineAt: null,
      attempts: 0,
    },
    ended: true,
    moment: 'lastInstanceClosedAt',
    lines: [systemLine('Closed')],
    events: [systemLine('Closed, as asked')],
  })
}

/** Ends the workload and removes the instance with everything that was kept of it. */
export async function removeInstance(options: ReconcileOptions, held: HeldInstance): Promise<undefined> {
  const { db, node } = options
  const { id, projectId, organizationId, activeDeployment } = held.row
  if (activeDeployment) await takeDown(options, activeDeployment, GRACE_OF_DELETING_MS, 'nothing')
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(instances)
      .where(and(ownedBy(id, node), eq(instances.wish, 'deleted')))
      .returning({ id: instances.id })
    if (removed.length === 0) throw new LeaseLost()
    await sayProjectChanged(tx, projectId)
    await sayToOrganization(tx, organizationId, { kind: 'instanceRemoved', id, projectId })
    await tx.execute(sql`select pg_notify(${INSTANCE_CHANNEL}, ${id}::text)`)
  })
}
