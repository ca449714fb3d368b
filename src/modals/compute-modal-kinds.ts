import type { InputOf } from '../contract/contract.ts'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../contract/wire/common.ts'
import type { HealthCheck } from '../contract/wire/instance/health-check.ts'
import type { StoredConfiguration } from '../contract/wire/instance/instance-configuration.ts'
import type { Job, JobId } from '../contract/wire/jobs/job.ts'
import type { Backup } from '../contract/wire/volumes/backup.ts'
import type { Snapshot } from '../contract/wire/volumes/snapshot.ts'
import { type ById, changeOf, modal, on, onAny, onId } from './modal-rule.ts'

/** The dialogs of projects, instances and volumes. */
export const computeModalKinds = {
  createNewComputeProject: modal({ access: 'projects.write', closedBy: [onAny('api/createProject.succeeded')] }),
  deleteProject: modal<ById>({
    access: 'projects.write',
    closedBy: [onId('api/deleteProject.succeeded')],
  }),
  /** Asks before a project is archived, or is maintained again. */
  archivePrompt: modal<ById & { type: 'archive' | 'maintain' }>({
    access: 'projects.write',
    closedBy: [onId('api/setProjectState.succeeded')],
  }),
  closeInstance: changeOf('api/closeInstance.succeeded'),
  deleteInstance: changeOf('api/deleteInstance.succeeded'),
  restartInstance: changeOf('api/restartInstance.succeeded'),
  scaleInstance: changeOf('api/updateInstance.succeeded'),
  redeployInstance: changeOf('api/redeployInstance.succeeded'),
  rollbackDeployment: modal<ById & { deploymentId: DeploymentId }>({
    access: 'instances.write',
    closedBy: [onId('api/rollbackInstance.succeeded')],
  }),
  /** The changes of a configuration, before it is deployed. */
  saveInstanceConfig: modal<
    ById & {
      base: { number: number; configuration: StoredConfiguration }
      configuration: NonNullable<InputOf<'updateInstance'>['configuration']>
    }
  >({
    access: 'instances.write',
    closedBy: [onId('api/updateInstance.succeeded')],
  }),
  saveHealthCheckConfig: modal<
    ById & { serviceName: string; baseDeployment: number; check: HealthCheck | null; onlyPort: number | null }
  >({
    access: 'instances.write',
    closedBy: [onId('api/updateHealthCheck.succeeded')],
  }),
  runCommand: changeOf('api/startRun.succeeded'),
  createJob: changeOf('api/createJob.succeeded'),
  editJob: modal<ById & { jobId: JobId; job: Job }>({
    access: 'instances.write',
    closedBy: [on('api/updateJob.succeeded', ({ input: { id, jobId } }) => ({ id, jobId }))],
  }),
  deleteJob: modal<ById & { jobId: JobId; name: string }>({
    access: 'instances.write',
    closedBy: [on('api/deleteJob.succeeded', ({ input: { id, jobId } }) => ({ id, jobId }))],
  }),
  /** It stays open to show the address once. */
  createDeployHook: modal<ById & { isReplacement: boolean }>({ access: 'instances.write' }),
  deleteDeployHook: changeOf('api/deleteDeployHook.succeeded'),
  /** It stays open for the results. */
  bulkAction: modal<{
    action: 'close' | 'delete' | 'move'
    organizationId: OrganizationId
    instances: readonly { id: InstanceId; name: string }[]
  }>({ access: 'instances.write' }),
  deleteCluster: changeOf('api/deleteCluster.succeeded'),
  leaseAddress: changeOf('api/leaseAddress.succeeded'),
  releaseAddress: changeOf('api/releaseAddress.succeeded'),
  deleteVolume: modal<ById>({
    access: 'instances.write',
    closedBy: [onId('api/deleteVolume.succeeded'), onId('api/abandonVolume.succeeded')],
  }),
  /** It stays open until both instances are deployed. */
  attachVolume: modal<ById>({ access: 'instances.write' }),
  resizeVolume: changeOf('api/resizeVolume.succeeded'),
  createSnapshot: changeOf('api/createSnapshot.succeeded'),
  restoreSnapshot: modal<{ snapshot: Snapshot; snapshotId: string }>({
    access: 'instances.write',
    closedBy: [on('api/restoreSnapshot.succeeded', ({ input: { snapshotId } }) => ({ snapshotId }))],
  }),
  deleteSnapshot: modal<{ snapshot: Snapshot; snapshotId: string }>({
    access: 'instances.write',
    closedBy: [on('api/deleteSnapshot.succeeded', ({ input: { snapshotId } }) => ({ snapshotId }))],
  }),
  /** It stays open for its link. */
  downloadSnapshot: modal<{ snapshot: Snapshot }>({ access: 'instances.write' }),
  downloadVolume: modal<ById>({ access: 'instances.write' }),
  uploadArchive: modal<ById>({ access: 'instances.write' }),
  createBackup: modal<{ id: ProjectId }>({
    access: 'instances.write',
    closedBy: [onId('api/createBackup.succeeded')],
  }),
  deleteBackup: modal<{ backup: Backup; backupId: string }>({
    access: 'instances.write',
    closedBy: [on('api/deleteBackup.succeeded', ({ input: { backupId } }) => ({ backupId }))],
  }),
  editName: changeOf('api/renameInstance.succeeded'),
  duplicateInstance: changeOf('api/duplicateInstance.succeeded'),
  moveInstance: changeOf('api/moveInstance.succeeded'),
  /** Credentials for what is deployed into a project, typed for this template or image. */
  privateDockerCredentials: modal<{ projectId: string; source: string }>({ access: 'instances.write' }),
}
