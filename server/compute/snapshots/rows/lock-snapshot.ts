import { and, eq } from 'drizzle-orm'
import type { ProjectId } from '../../../../src/contract/wire/common.ts'
import type { SnapshotId } from '../../../../src/contract/wire/volumes/snapshot.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { snapshots } from '../../../store/schema.ts'
import { lockProject } from '../../volumes/rows/lock-project.ts'
import type { SnapshotRow } from './snapshot-wire.ts'

/** Locks a snapshot of a project that is not being deleted, after the project. */
export async function lockSnapshot(
  tx: Tx,
  { id, snapshotId }: { id: ProjectId; snapshotId: SnapshotId },
): Promise<SnapshotRow> {
  await lockProject(tx, id)
  const [row] = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.id, snapshotId), eq(snapshots.projectId, id)))
    .for('no key update')
  if (!row || row.state === 'Deleting') throw new ApiError('notFound')
  return row
}

export function requireAvailable(row: SnapshotRow): void {
  if (row.state === 'Available') return
  const message = row.state === 'Failed' ? 'This snapshot failed.' : 'This snapshot is not complete yet.'
  throw new ApiError('snapshotUnavailable', { message })
}
