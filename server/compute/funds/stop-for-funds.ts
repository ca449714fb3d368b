import { and, eq, lte, ne, sql } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db, DbOrTx, Tx } from '../../store/connection.ts'
import { computeStops, snapshots, volumes } from '../../store/schema.ts'
import { publishSnapshotsChanged } from '../snapshots/rows/snapshot-rows.ts'
import { changeVolume } from '../volumes/rows/change-volume.ts'
import { lockProject } from '../volumes/rows/lock-project.ts'

/** NOTIFY channel: an organisation was stopped or resumed. */
export const FUNDS_CHANNEL = 'compute_stop'

const notify = (tx: DbOrTx, id: OrganizationId) => tx.execute(sql`select pg_notify(${FUNDS_CHANNEL}, ${id}::text)`)

/** As `stopForFunds`, in a transaction that has locked the organisation. Returns whether it was not stopped before. */
export const requestStop = async (tx: Tx, organizationId: OrganizationId, stoppedAt: Date): Promise<boolean> => {
  const inserted = await tx
    .insert(computeStops)
    .values({ organizationId, reason: 'funds', stoppedAt })
    .onConflictDoNothing()
    .returning()
  await notify(tx, organizationId)
  return inserted.length > 0
}

/** As `resume`, in a transaction that has locked the organisation. Returns whether it was stopped before. */
export const requestResume = async (tx: Tx, organizationId: OrganizationId): Promise<boolean> => {
  const deleted = await tx.delete(computeStops).where(eq(computeStops.organizationId, organizationId)).returning()
  await notify(tx, organizationId)
  return deleted.length > 0
}

/**
 * Requests that all running work of an organisation is closed, with its configuration, volumes and addresses kept, and
 * that nothing is started until `resume`. It only writes the desired state, which every control plane settles: repeated
 * or interrupted, it ends the same.
 */
export const stopForFunds = (db: Db, organizationId: OrganizationId): Promise<{ isChanged: boolean }> =>
  db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    return { isChanged: await requestStop(tx, organizationId, new Date()) }
  })

/** Requests that exactly what `stopForFunds` closed runs again. */
export const resume = (db: Db, organizationId: OrganizationId): Promise<{ isChanged: boolean }> =>
  db.transaction(async (tx) => {
    await lockOrganization(tx, organizationId)
    return { isChanged: await requestResume(tx, organizationId) }
  })

export const isStopped = async (db: DbOrTx, organizationId: OrganizationId): Promise<boolean> =>
  (await db.$count(computeStops, eq(computeStops.organizationId, organizationId))) > 0

/**
 * Deletes the volumes of an organisation that has been stopped since before this time, with its snapshots on the
 * platform, and returns how many of each are still being deleted. Backups in a bucket of its own stay. The data cannot be
 * restored. Does nothing for an organisation that was resumed meanwhile.
 */
export async function removeKeptData(
  db: Db,
  organizationId: OrganizationId,
  stoppedBefore: Date,
): Promise<{ volumes: number; snapshots: number }> {
  const isStopped = (tx: Tx) =>
    tx.$count(
      computeStops,
      and(eq(computeStops.organizationId, organizationId), lte(computeStops.stoppedAt, stoppedBefore)),
    )
  const whileStopped = (projectId: ProjectId, remove: (tx: Tx) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await lockProject(tx, projectId)
      await lockOrganization(tx, organizationId)
      if ((await isStopped(tx)) > 0) await remove(tx)
    })

  const keptVolumes = await db
    .select({ id: volumes.id, projectId: volumes.projectId })
    .from(volumes)
    .where(and(eq(volumes.organizationId, organizationId), ne(volumes.state, 'Deleting')))
    .orderBy(volumes.id)
  for (const { id, projectId } of keptVolumes)
    await whileStopped(projectId, (tx) => changeVolume(tx, id, { state: 'Deleting' }))

  const isOnPlatform = and(eq(snapshots.organizationId, organizationId), eq(snapshots.isRemote, false))
  const keptSnapshots = await db
    .select({ id: snapshots.id, projectId: snapshots.projectId })
    .from(snapshots)
    .where(and(isOnPlatform, ne(snapshots.state, 'Deleting')))
    .orderBy(snapshots.id)
  for (const { id, projectId } of keptSnapshots)
    await whileStopped(projectId, async (tx) => {
      await tx.update(snapshots).set({ state: 'Deleting' }).where(eq(snapshots.id, id))
      await publishSnapshotsChanged(tx, { organizationId, projectId })
    })

  const [ofVolumes, ofSnapshots] = await Promise.all([
    db.$count(volumes, and(eq(volumes.organizationId, organizationId), eq(volumes.state, 'Deleting'))),
    db.$count(snapshots, and(isOnPlatform, eq(snapshots.state, 'Deleting'))),
  ])
  return { volumes: ofVolumes, snapshots: ofSnapshots }
}
