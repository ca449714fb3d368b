import * as v from 'valibot'
import { may, mayMoveData } from '../../access.ts'
import { call } from '../../call.ts'
import { done, projectId } from '../../wire/common.ts'
import { backup, backupChanges, backupSettings } from '../../wire/volumes/backup.ts'
import { backupId, snapshot } from '../../wire/volumes/snapshot.ts'

const byProject = v.strictObject({ id: projectId })
const byBackup = v.strictObject({ id: projectId, backupId })
const mayRead = may('instances.read', 'project', 'params.id')
/** A plan can copy data to any bucket. */
const mayMove = mayMoveData('project', 'params.id')

/** Scheduled backups of volumes and databases. Visitors do not see them: commands and buckets are private. */
export const backupCalls = {
  readBackups: call({
    method: 'GET',
    path: 'compute-project/{id}/backups',
    access: mayRead,
    params: byProject,
    response: v.object({ backups: v.array(backup) }),
    summary: 'List the backup plans of a project by name.',
  }),
  createBackup: call({
    method: 'POST',
    path: 'compute-project/{id}/backups',
    access: mayMove,
    params: byProject,
    body: v.strictObject(backupSettings),
    response: v.object({ backup }),
    success: 'Backup plan created',
    invalidates: ['readBackups'],
    summary: 'Back up a volume or a database by a schedule, to the platform or to an S3 bucket.',
  }),
  updateBackup: call({
    method: 'PATCH',
    path: 'compute-project/{id}/backups/{backupId}',
    access: mayMove,
    params: byBackup,
    body: v.strictObject(backupChanges),
    response: v.object({ backup }),
    success: 'Backup plan changed',
    invalidates: ['readBackups'],
    summary: 'Change, pause or resume a backup plan.',
  }),
  deleteBackup: call({
    method: 'DELETE',
    path: 'compute-project/{id}/backups/{backupId}',
    access: mayMove,
    params: byBackup,
    response: done,
    success: 'Backup plan deleted',
    invalidates: ['readBackups', 'readSnapshots'],
    summary: 'Delete a backup plan. Its backups on the platform stay as snapshots, and files in a bucket stay there.',
  }),
  startBackup: call({
    method: 'POST',
    path: 'compute-project/{id}/backups/{backupId}/start',
    access: may('instances.write', 'project', 'params.id'),
    params: byBackup,
    response: v.object({ snapshot }),
    success: 'Backup started',
    invalidates: ['readBackups', 'readSnapshots', 'readQuotas'],
    summary: 'Back up now, beside the schedule.',
  }),
}
