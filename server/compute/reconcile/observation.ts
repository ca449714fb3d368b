import { eq, sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import { type NotificationInput, notifyUser } from '../../live/outbox.ts'
import type { Db } from '../../store/connection.ts'
import { deployments, instances } from '../../store/schema.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { publishInstanceChanged } from '../instances/publish-instance.ts'
import { appendDeploymentLines } from '../logs/append-deployment-lines.ts'
import { appendSystemLines } from '../logs/chunks/append-lines.ts'
import type { StoredLine } from '../logs/stored-line.ts'
import { type ProjectTimestamp, publishProjectChanged } from '../projects/publish-project-changed.ts'
import { LeaseLost, ownedBy } from './lease.ts'

type Seen =
  | 'state'
  | 'status'
  | 'progressMessage'
  | 'error'
  | 'publishedPorts'
  | 'observedAt'
  | 'deadlineAt'
  | 'dueAt'
  | 'activeSince'
  | 'attempts'

/** What a mover has seen or done. */
export interface Observation {
  set: Partial<Pick<InstanceRow, Seen>>
  /** The workload ended by itself and shall not be started again, whatever was wished before. */
  finished?: boolean
  /** The deployment is over. */
  ended?: boolean
  /** It is active for the first time. */
  isFirstTime?: boolean
  projectTimestamp?: ProjectTimestamp
  lines?: readonly StoredLine[]
  events?: readonly StoredLine[]
  notification?: NotificationInput | undefined
}

/** Writes an observation, and all that tells of it, in one transaction; refused with `LeaseLost` when somebody else has taken over. */
export function writeObservation(
  { db, links }: { db: Db; links: GatewayLinks },
  before: InstanceRow,
  owner: string,
  seen: Observation,
): Promise<InstanceRow> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(instances)
      .set({
        ...seen.set,
        ...(seen.finished
          ? {
              desiredState: sql`case when ${instances.desiredState} = 'active' then 'closed' else ${instances.desiredState} end`,
            }
          : {}),
        revision: sql`${instances.revision} + 1`,
        updatedAt: sql`now()`,
      })
      .where(ownedBy(before.id, owner))
      .returning()
    if (!row) throw new LeaseLost()
    if (row.activeDeployment) await updateDeployment(row.activeDeployment)
    if (row.state !== before.state) await publishProjectChanged(tx, row.projectId, seen.projectTimestamp)
    await publishInstanceChanged(tx, row.id, links, [
      ...(Object.keys(seen.set) as Seen[]),
      ...(seen.finished ? (['desiredState'] as const) : []),
    ])
    if (seen.notification && row.createdBy) await notifyUser(tx, row.createdBy, seen.notification)
    return row

    async function updateDeployment(id: DeploymentId): Promise<void> {
      if (seen.set.status || seen.ended) {
        await tx
          .update(deployments)
          .set({ status: row?.status, ...(seen.ended ? { endedAt: sql`now()` } : {}) })
          .where(eq(deployments.id, id))
      }
      await appendDeploymentLines(tx, id, seen.lines ?? [])
      await appendSystemLines(tx, { deploymentId: id, logType: 'instanceEvents' }, seen.events ?? [])
    }
  })
}
