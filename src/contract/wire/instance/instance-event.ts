import * as v from 'valibot'
import { deploymentId, instanceId, instant, replicaId, userId } from '../common.ts'

export const instanceEventKinds = [
  'instanceCreated',
  'instanceRenamed',
  'instanceMoved',
  'instanceClosing',
  'instanceStopped',
  'instanceResumed',
  'instanceClosed',
  'instanceFinished',
  'instanceFailed',
  'instanceDeleting',
  'autoscalingRulesChanged',
  'deploymentCreated',
  'deploymentActive',
  'deploymentFailed',
  'deploymentSuperseded',
  'releaseStarted',
  'releaseSucceeded',
  'releaseFailed',
  'replicaCreated',
  'replicaStarted',
  'replicaReady',
  'replicaUnready',
  'replicaExited',
  'replicaFailed',
  'replicaFinished',
  'replicaLost',
  'replicaDraining',
  'replicaRemoved',
  'trafficSwitched',
  'volumeFilling',
  'volumeFull',
  'volumeEmptied',
  'runStarted',
  'runSucceeded',
  'runFailed',
  'runCanceled',
] as const

export const instanceEvent = v.object({
  _id: v.string(),
  kind: v.picklist(instanceEventKinds),
  instanceId,
  /** The user who caused it; null for the platform, and for visitors. */
  actor: v.nullable(v.object({ userId, name: v.string() })),
  deploymentId: v.nullable(deploymentId),
  replicaId: v.nullable(replicaId),
  service: v.string(),
  data: v.record(v.string(), v.unknown()),
  at: instant,
})

export type InstanceEventKind = (typeof instanceEventKinds)[number]
