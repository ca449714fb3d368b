import { and, eq, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../../src/contract/wire/common.ts'
import { notifyUser } from '../../../../live/outbox.ts'
import type { Tx } from '../../../../store/connection.ts'
import { restores, snapshots, volumes } from '../../../../store/schema.ts'
import { LeaseLost } from '../../../reconcile/lease/lease-rows.ts'
import { changeVolume } from '../../../volumes/rows/change-volume.ts'
import { lockProject } from '../../../volumes/rows/lock-project.ts'
import { openVolumeUsage } from '../../../volumes/rows/volume-intervals.ts'
import { dataIdOf } from '../../../volumes/rows/volume-wire.ts'
import { publishSnapshotsChanged } from '../../rows/snapshot-rows.ts'
import type { RestoreRow } from '../../rows/snapshot-wire.ts'
import { WorkFailed } from '../failure-of.ts'
import type { WorkOptions } from '../work-options.ts'
import { writersOf } from '../writers-of.ts'

interface Copied {
  isSizeEnforced: boolean
}

/** Makes the copied data that of the volume. Without it, nothing is left but the verified snapshot. */
export function completeRestore(
  options: WorkOptions,
  row: RestoreRow,
  copied: Copied | undefined,
): Promise<RestoreRow> {
  return options.db.transaction(async (tx) => {
    await lockProject(tx, row.projectId)
    const left = copied ? await switchData(tx, row, copied) : { discardId: row.id, restartId: null }
    const changed = await end(tx, options, row, { state: 'Succeeded', error: null, ...left })
    if (!changed) throw new LeaseLost()
    if (!copied) await tx.update(snapshots).set({ verifiedAt: sql`now()`, verifyError: null }).where(ofSnapshot(row))
    await publishSnapshotsChanged(tx, row)
    return changed
  })
}

async function switchData(
  tx: Tx,
  row: RestoreRow,
  { isSizeEnforced }: Copied,
): Promise<{ discardId: string | null; restartId: InstanceId | null }> {
  const [volume] = row.volumeId
    ? await tx.select().from(volumes).where(eq(volumes.id, row.volumeId)).for('no key update')
    : []
  if (!volume || volume.state === 'Deleting')
    throw new WorkFailed('volumeNotFound', 'The volume was deleted meanwhile.')
  const isMounted = (await writersOf(tx, volume)).length > 0
  const hadData = volume.state === 'Available'
  const changed = await changeVolume(tx, volume.id, {
    dataId: row.id,
    state: 'Available',
    isSizeEnforced,
    usedBytes: null,
    measuredAt: null,
    warnedPercent: 0,
  })
  if (changed && !hadData) await openVolumeUsage(tx, changed)
  return { discardId: hadData ? dataIdOf(volume) : null, restartId: isMounted ? volume.instanceId : null }
}

/** Records a failure. The incomplete data is discarded, with the volume that was to have it alone. */
export async function failRestore(
  options: WorkOptions,
  row: RestoreRow,
  error: { code: string; message: string },
): Promise<void> {
  await options.db.transaction(async (tx) => {
    await lockProject(tx, row.projectId)
    if (row.kind === 'newVolume' && row.volumeId) await changeVolume(tx, row.volumeId, { state: 'Deleting' })
    const changed = await end(tx, options, row, { state: 'Failed', error, discardId: row.id })
    if (!changed) throw new LeaseLost()
    if (row.kind === 'rehearsal')
      await tx.update(snapshots).set({ verifiedAt: sql`now()`, verifyError: error.message }).where(ofSnapshot(row))
    await publishSnapshotsChanged(tx, row)
    if (!row.createdBy) return
    await notifyUser(tx, row.createdBy, {
      type: 'error',
      title: `The ${row.kind === 'rehearsal' ? 'test restore' : 'restore'} of ${row.target} failed`,
      message: error.message,
      additionalData: { projectId: row.projectId, organizationId: row.organizationId },
    })
  })
}

async function end(
  tx: Tx,
  { node }: WorkOptions,
  { id }: RestoreRow,
  set: Partial<RestoreRow>,
): Promise<RestoreRow | undefined> {
  const [changed] = await tx
    .update(restores)
    .set({ ...set, finishedAt: sql`now()` })
    .where(and(eq(restores.id, id), eq(restores.leaseOwner, node), isLive))
    .returning()
  return changed
}

const isLive = sql`${restores.state} in ('Pending', 'Running')`
const ofSnapshot = ({ snapshotId }: RestoreRow) => eq(snapshots.id, snapshotId)
