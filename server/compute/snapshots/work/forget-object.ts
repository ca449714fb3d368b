import { and, eq } from 'drizzle-orm'
import type { BackupPlace } from '../../../../src/contract/wire/volumes/backup.ts'
import { notifyUser } from '../../../live/outbox.ts'
import { backups, organizations, snapshots } from '../../../store/schema.ts'
import { archiveKey, publishSnapshotsChanged, unfinishedRestores } from '../rows/snapshot-rows.ts'
import type { SnapshotRow } from '../rows/snapshot-wire.ts'
import { objectKey } from '../store/object-key.ts'
import type { WorkOptions } from './work-options.ts'

/** About three minutes of attempts. */
const ATTEMPTS = 10

type ForgetOptions = Pick<WorkOptions, 'db' | 'log'>

/**
 * Gives up on a backup that cannot be removed from its bucket, after some attempts or once its organisation is deleted:
 * its row goes, and its object stays in the bucket. Returns whether it gave up.
 */
export async function forgetObject(
  options: ForgetOptions,
  row: SnapshotRow,
  { failures, message }: { failures: number; message: string },
): Promise<boolean> {
  const { db } = options
  if (!row.isRemote || row.state !== 'Deleting') return false
  const [organization] = await db
    .select({ deletedAt: organizations.deletedAt })
    .from(organizations)
    .where(eq(organizations.id, row.organizationId))
  if (!organization?.deletedAt) {
    if (failures + 1 < ATTEMPTS) return false
    await forget(options, row, message, row.createdBy)
    return true
  }
  // What the bucket of one refused, it refuses all backups of the plan.
  const ofPlan = row.backupId ? eq(snapshots.backupId, row.backupId) : eq(snapshots.id, row.id)
  const others = await db
    .select()
    .from(snapshots)
    .where(and(ofPlan, eq(snapshots.state, 'Deleting'), eq(snapshots.isRemote, true)))
  for (const each of others)
    if ((await unfinishedRestores(db, each.id)) === 0) await forget(options, each, message, null)
  return true
}

async function forget(
  { db, log }: ForgetOptions,
  row: SnapshotRow,
  message: string,
  notified: SnapshotRow['createdBy'],
): Promise<void> {
  const [plan] = row.backupId ? await db.select().from(backups).where(eq(backups.id, row.backupId)) : []
  const object = placeOf(plan?.place ?? null, row)
  const isForgotten = await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(snapshots)
      .where(and(eq(snapshots.id, row.id), eq(snapshots.state, 'Deleting')))
      .returning({ id: snapshots.id })
    if (!removed) return false
    await publishSnapshotsChanged(tx, row)
    if (!notified) return true
    await notifyUser(tx, notified, {
      type: 'warning',
      title: `A file of the backup ${row.name} stays in its bucket`,
      message: `${message} Delete ${object.key}${object.bucket === '' ? '' : ` in ${object.bucket}`} yourself.`,
      additionalData: { projectId: row.projectId, organizationId: row.organizationId },
    })
    return true
  })
  if (!isForgotten) return
  const { id: snapshotId, organizationId } = row
  log.warn({ snapshotId, organizationId, ...object, reason: message }, 'gave up on removing a backup from its bucket')
}

const placeOf = (place: BackupPlace | null, row: SnapshotRow) =>
  place
    ? { endpoint: new URL(place.endpoint).host, bucket: place.bucket, key: objectKey(place, archiveKey(row)) }
    : { endpoint: '', bucket: '', key: archiveKey(row) }
