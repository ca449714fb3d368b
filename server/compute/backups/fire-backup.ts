import { and, desc, eq, sql } from 'drizzle-orm'
import type { BackupId, RestoreId, SnapshotId } from '../../../src/contract/wire/volumes/snapshot.ts'
import { nextOccurrence } from '../../../src/rules/schedule/schedule.ts'
import { ApiError } from '../../http/api-error.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import { notifyUser } from '../../live/outbox.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { backups, snapshots } from '../../store/schema.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { isArchived } from '../projects/check-maintained.ts'
import { insertRestore } from '../snapshots/create-restore.ts'
import { lockProject } from '../volumes/rows/lock-project.ts'
import type { BackupRow } from './backup-wire.ts'
import { insertFailedBackup, takeBackup } from './take-backup.ts'

export interface FireOptions {
  db: Db
  quotas: QuotaLimits
  regions: Pick<Regions, 'engineOf'>
  onSnapshot: (id: SnapshotId) => void
  onRestore: (id: RestoreId) => void
}

/** Begins a backup that is due, once on all nodes. However long the control plane was away, one is taken. */
export async function fireBackup({ db, quotas, onSnapshot }: FireOptions, id: BackupId): Promise<void> {
  const begin = (rejected?: ApiError) =>
    db.transaction(async (tx) => {
      const plan = await takeDue(tx, id, 'nextAt')
      if (!plan || (await isArchived(tx, plan.projectId))) return undefined
      if (!rejected) return (await takeBackup(tx, quotas, plan, plan.createdBy)).id
      await insertFailedBackup(tx, quotas, plan, { code: rejected.code, message: rejected.message })
      await notify(tx, plan, rejected.message)
      return undefined
    })
  try {
    const begun = await begin()
    if (begun) onSnapshot(begun)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await begin(error)
  }
}

/** Begins the test restore of the newest backup of a plan. Without one, there is nothing to verify. */
export async function fireVerification({ db, regions, onRestore }: FireOptions, id: BackupId): Promise<void> {
  const verify = async (tx: Tx) => {
    const plan = await takeDue(tx, id, 'verifyAt')
    if (!plan || (await isArchived(tx, plan.projectId))) return undefined
    const [newest] = await tx
      .select()
      .from(snapshots)
      .where(and(eq(snapshots.backupId, plan.id), eq(snapshots.state, 'Available')))
      .orderBy(desc(snapshots.createdAt))
      .limit(1)
    if (!newest) return undefined
    return (await insertRestore(tx, newest, { kind: 'rehearsal', createdBy: plan.createdBy, regions })).id
  }
  // The plan stays due while it has to wait for other restores.
  const begun = await db.transaction(verify).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'tooManyRestores') throw error
    return undefined
  })
  if (begun) onRestore(begun)
}

/** Moves a plan to its next time. Returns undefined if another node was first, or the plan was changed. */
async function takeDue(tx: Tx, id: BackupId, column: 'nextAt' | 'verifyAt'): Promise<BackupRow | undefined> {
  const [found] = await tx.select({ projectId: backups.projectId }).from(backups).where(eq(backups.id, id))
  if (!found) return undefined
  await lockProject(tx, found.projectId)
  const [plan] = await tx
    .select()
    .from(backups)
    .where(and(eq(backups.id, id), sql`${backups[column]} <= now()`))
    .for('no key update')
  if (!plan) return undefined
  const schedule = column === 'nextAt' ? plan.schedule : (plan.verifySchedule ?? plan.schedule)
  const next = nextOccurrence({ schedule, timeZone: plan.timeZone }, new Date()) ?? null
  await tx
    .update(backups)
    .set({ [column]: next })
    .where(eq(backups.id, id))
  return plan
}

async function notify(tx: Tx, plan: BackupRow, message: string): Promise<void> {
  if (!plan.createdBy) return
  await notifyUser(tx, plan.createdBy, {
    type: 'error',
    title: `The backup ${plan.name} failed`,
    message,
    additionalData: { projectId: plan.projectId, organizationId: plan.organizationId },
  })
}
