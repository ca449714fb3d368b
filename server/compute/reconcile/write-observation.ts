import { eq, sql } from 'drizzle-orm'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { notifyUser, publishInstanceProgress } from '../../live/outbox.ts'
import type { Tx } from '../../store/connection.ts'
import { deployments, instances } from '../../store/schema.ts'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { publishInstanceChanged } from '../instances/publish-instance-changed.ts'
import { appendDeploymentLines } from '../logs/append-deployment-lines.ts'
import { appendSystemLines } from '../logs/chunks/append-lines.ts'
import { type StoredLine, systemLine } from '../logs/stored-line.ts'
import { type ProjectTimestamp, publishProjectChanged } from '../projects/publish-project-changed.ts'
import { LeaseLost, ownedBy } from './lease.ts'
import type { Observation } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

const projectTimestamps: Record<Instance['state'], ProjectTimestamp> = {
  Starting: 'lastInstanceStartedAt',
  Active: 'lastInstanceActivatedAt',
  Closed: 'lastInstanceClosedAt',
  'Failed-start': 'lastInstanceFailedAt',
}

/**
 * Writes an observation and everything that publishes it in one transaction. Throws `LeaseLost` when another process has
 * taken over. A change of nothing but the progress message is published without an event.
 */
export function writeObservation(
  { db, links, node }: Pick<ReconcileOptions, 'db' | 'links' | 'node'>,
  before: InstanceRow,
  { set = {}, notification, ...logs }: Observation,
  progressLines: readonly StoredLine[],
): Promise<InstanceRow> {
  const isProgress = Object.keys(set).every((column) => column === 'progressMessage')
  const { desiredState } = set

  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(instances)
      .set({
        ...set,
        // A user may have requested the end meanwhile, and deleting wins.
        ...(desiredState && {
          desiredState: sql`case when ${instances.desiredState} = 'active' then ${desiredState} else ${instances.desiredState} end`,
        }),
        ...(isProgress ? {} : { updatedAt: sql`now()` }),
        revision: sql`${instances.revision} + 1`,
      })
      .where(ownedBy(before.id, node))
      .returning()
    if (!row) throw new LeaseLost()
    await writeDeployment(tx, row)
    if (isProgress) {
      await publishInstanceProgress(tx, row)
      return row
    }
    if (row.state !== before.state) await publishProjectChanged(tx, row.projectId, projectTimestamps[row.state])
    await publishInstanceChanged(tx, row.id, links)
    if (notification && row.createdBy)
      await notifyUser(tx, row.createdBy, { ...notification, additionalData: { instance: row.id } })
    return row
  })

  async function writeDeployment(tx: Tx, { activeDeployment, status, state }: InstanceRow): Promise<void> {
    if (!activeDeployment) return
    if (set.state) {
      const isOver = state === 'Closed' || state === 'Failed-start'
      await tx
        .update(deployments)
        .set({ status, ...(isOver && { endedAt: sql`now()` }) })
        .where(eq(deployments.id, activeDeployment))
    }
    const lines = [...progressLines, ...(logs.logs ?? []).map((line) => systemLine(line))]
    await appendDeploymentLines(tx, activeDeployment, lines)
    const events = (logs.events ?? []).map((line) => systemLine(line))
    await appendSystemLines(tx, { deploymentId: activeDeployment, logType: 'instanceEvents' }, events)
  }
}
