import type { InputOf } from '../contract/contract.ts'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../contract/wire/common.ts'
import type { HealthCheck } from '../contract/wire/instance/health-check.ts'
import type { StoredConfiguration } from '../contract/wire/instance/instance-configuration.ts'
import type { Job, JobId } from '../contract/wire/jobs/job.ts'
import type { Backup } from '../contract/wire/volumes/backup.ts'
import type { Snapshot } from '../contract/wire/volumes/snapshot.ts'
import { type ById, modal, on, onAny } from './modal-rule.ts'

/** The dialogs of projects, instances and volumes. */
export const computeModalKinds = {
  createNewComputeProject: modal({ access: 'projects.write', closedBy: [onAny('api/createProject.succeeded')] }),
  deleteProject: modal<ById>({
    access: 'projects.write',
    closedBy: [on('api/deleteProject.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** Asks before a project is archived, or is maintained again. */
  archivePrompt: modal<ById & { type: 'archive' | 'maintain' }>({
    access: 'projects.write',
    closedBy: [on('api/setProjectState.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  closeInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/closeInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  deleteInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  restartInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/restartInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  redeployInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/redeployInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  rollbackDeployment: modal<ById & { deploymentId: DeploymentId }>({
    access: 'instances.write',
    closedBy: [on('api/rollbackInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** The changes of a configuration, before it is deployed. */
  saveInstanceConfig: modal<
    ById & {
      base: { number: number; configuration: StoredConfiguration }
      configuration: NonNullable<InputOf<'updateInstance'>['configuration']>
    }
  >({
    access: 'instances.write',
    closedBy: [on('api/updateInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  saveHealthCheckConfig: modal<ById & { serviceName: string; baseDeployment: number; check: HealthCheck | null }>({
    access: 'instances.write',
    closedBy: [on('api/updateHealthCheck.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  runCommand: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/startRun.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  createJob: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/createJob.succeeded', ({ input: { id } }) => ({ id }))],
  }),
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
  deleteDeployHook: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteDeployHook.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** It stays open for the results. */
  bulkAction: modal<{
    action: 'close' | 'delete'
    organizationId: OrganizationId
    instances: readonly { id: InstanceId; name: string }[]
  }>({ access: 'instances.write' }),
  deleteCluster: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteCluster.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  leaseAddress: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/leaseAddress.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  releaseAddress: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/releaseAddress.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  deleteVolume: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteVolume.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  resizeVolume: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/resizeVolume.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  createSnapshot: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/createSnapshot.succeeded', ({ input: { id } }) => ({ id }))],
  }),
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
  createBackup: modal<{ id: ProjectId }>({
    access: 'instances.write',
    closedBy: [on('api/createBackup.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  deleteBackup: modal<{ backup: Backup; backupId: string }>({
    access: 'instances.write',
    closedBy: [on('api/deleteBackup.succeeded', ({ input: { backupId } }) => ({ backupId }))],
  }),
  editName: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/renameInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  duplicateInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/duplicateInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  moveInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/moveInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** Credentials for what is deployed into a project, typed for this template or image. */
  privateDockerCredentials: modal<{ projectId: string; source: string }>({ access: 'instances.write' }),
}
