import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { notifyUser, publishInstanceProgress } from '../../live/outbox.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { publishInstanceChanged } from '../instances/publish-instance.ts'
import { appendDeploymentLines } from '../logs/append-deployment-lines.ts'
import { appendSystemLines } from '../logs/chunks/append-lines.ts'
import { type StoredLine, systemLine } from '../logs/stored-line.ts'
import { changeProject, type ProjectTimestamp } from '../projects/publish-project-changed.ts'
import type { Observation } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

const LEASE_SECONDS = 10
export const LEASE_RENEWED_MS = 3000
const leaseExpiry = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

const projectTimestamps: Record<Instance['state'], ProjectTimestamp> = {
  Starting: 'lastInstanceStartedAt',
  Active: 'lastInstanceActivatedAt',
  Closed: 'lastInstanceClosedAt',
  'Failed-start': 'lastInstanceFailedAt',
}

/** Another process holds the lease now, or the instance is gone: the row in this process is outdated. */
export class LeaseLost extends Error {}

export type LeaseResult = { kind: 'acquired'; row: InstanceRow } | { kind: 'held' } | { kind: 'gone' }

/** Takes an instance for one process. The lease of a dead process expires. */
export async function acquireLease(db: DbOrTx, id: InstanceId, owner: string): Promise<LeaseResult> {
  const [row] = await db
    .update(instances)
    .set({ leaseOwner: owner, leaseUntil: leaseExpiry })
    .where(
      and(
        eq(instances.id, id),
        or(isNull(instances.leaseOwner), eq(instances.leaseOwner, owner), lt(instances.leaseUntil, sql`now()`)),
      ),
    )
    .returning()
  if (row) return { kind: 'acquired', row }
  return { kind: (await db.$count(instances, eq(instances.id, id))) > 0 ? 'held' : 'gone' }
}

export const ownedBy = (id: InstanceId, owner: string) => and(eq(instances.id, id), eq(instances.leaseOwner, owner))

export async function renewLease(db: DbOrTx, id: InstanceId, owner: string): Promise<void> {
  const renewed = await db
    .update(instances)
    .set({ leaseUntil: leaseExpiry })
    .where(ownedBy(id, owner))
    .returning({ id: instances.id })
  if (renewed.length === 0) throw new LeaseLost()
}

export async function releaseLease(db: DbOrTx, id: InstanceId, owner: string): Promise<void> {
  await db.update(instances).set({ leaseOwner: null, leaseUntil: null }).where(ownedBy(id, owner))
}

/** For a process that knows itself to be the only one on its database: all leases belong to dead ones. */
export async function releaseAllLeases(db: DbOrTx): Promise<void> {
  await db.update(instances).set({ leaseOwner: null, leaseUntil: null }).where(sql`${instances.leaseOwner} is not null`)
}

/**
 * Writes an observation and everything that publishes it in one transaction. Throws `LeaseLost` when another process
 * has taken over. A change of nothing but the progress message is published without an event.
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
    const project =
      row.state === before.state ? undefined : await changeProject(tx, row.projectId, projectTimestamps[row.state])
    const columns = Object.keys(set) as (keyof InstanceRow)[] // `set` has no other keys.
    await publishInstanceChanged(tx, row.id, links, columns, project && [project.event])
    // After the organisation's row is locked: every transaction that locks both locks users last.
    if (notification && row.createdBy)
      await notifyUser(tx, row.createdBy, {
        ...notification,
        additionalData: { instance: row.id, projectId: row.projectId, organizationId: row.organizationId },
      })
    return row
  })

  async function writeDeployment(tx: Tx, { activeDeployment, status, state }: InstanceRow): Promise<void> {
    if (!activeDeployment) return
    const isOver = state === 'Closed' || state === 'Failed-start'
    const columns = set.state ? { status, ...(isOver && { endedAt: sql`now()` }) } : {}
    const lines = [...progressLines, ...(logs.logs ?? []).map((line) => systemLine(line))]
    await appendDeploymentLines(tx, activeDeployment, lines, columns)
    const events = (logs.events ?? []).map((line) => systemLine(line))
    await appendSystemLines(tx, { deploymentId: activeDeployment, logType: 'instanceEvents' }, events)
  }
}
