import * as v from 'valibot'
import { deploymentId, instanceId, instant, replicaId } from '../common.ts'
import { deployment, deploymentStatuses, instanceError, instanceStates } from '../compute.ts'
import { storedConfiguration } from './instance-configuration.ts'

/** A deployment with its configuration; null for visitors, because commands and names of variables are private. */
export const deploymentDetails = v.object({
  ...deployment.entries,
  instanceId,
  configuration: v.nullable(storedConfiguration),
  /** Its images are no longer kept on the engine, so a rollback to it pulls them from their registries again. */
  needsPull: v.boolean(),
})

export const replica = v.object({
  _id: replicaId,
  deploymentId,
  service: v.string(),
  index: v.number(),
  state: v.picklist(instanceStates),
  status: v.picklist(deploymentStatuses),
  progressMessage: v.string(),
  error: v.nullable(instanceError),
  /** Since when it gets traffic. */
  readySince: v.nullable(instant),
  /** Since when it gets no new connections. */
  drainingSince: v.nullable(instant),
  restarts: v.number(),
  createdAt: instant,
})

export type DeploymentDetails = v.InferOutput<typeof deploymentDetails>
export type Replica = v.InferOutput<typeof replica>
