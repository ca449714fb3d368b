import * as v from 'valibot'
import { deploymentId, instanceId, instant, replicaId, userId } from '../common.ts'

/** What happens to an instance, by subject. */
export const instanceEventKinds = {
  instance: [
    'instanceCreated',
    'instanceRenamed',
    'instanceMoved',
    'instanceClosing',
    'instanceStopped',
    'instanceResumed',
    'instanceClosed',
    'instanceDeleting',
  ],
  deployments: [
    'deploymentCreated',
    'deploymentFailed',
    'deploymentSuperseded',
    'releaseStarted',
    'releaseSucceeded',
    'releaseFailed',
    'trafficSwitched',
  ],
  replicas: [
    'replicaStarted',
    'replicaReady',
    'replicaUnready',
    'replicaExited',
    'replicaFailed',
    'replicaFinished',
    'replicaLost',
    'replicaRemoved',
  ],
  scaling: ['autoscalingRulesChanged', 'replicasScaled', 'scalingHeld', 'scalingResumed', 'scalingRejected'],
  domains: [
    'domainAdded',
    'domainVerified',
    'domainUnreachable',
    'domainTaken',
    'domainUnverified',
    'domainRemoved',
    'certificateIssued',
    'certificateFailed',
    'certificateUploaded',
    'certificateRemoved',
  ],
  volumes: ['volumeFilling', 'volumeFull', 'volumeEmptied'],
  alerts: ['alertFired', 'alertRecovered'],
  jobs: ['runStarted', 'runSucceeded', 'runFailed', 'runCanceled'],
} as const

export type InstanceEventSubject = keyof typeof instanceEventKinds
export type InstanceEventKind = (typeof instanceEventKinds)[InstanceEventSubject][number]

// The keys of the table above.
export const instanceEventSubjects = Object.keys(instanceEventKinds) as InstanceEventSubject[]

export const instanceEvent = v.object({
  _id: v.string(),
  kind: v.picklist(Object.values(instanceEventKinds).flat()),
  instanceId,
  /** The user who caused it; null for the platform, and for visitors. */
  actor: v.nullable(v.object({ userId, name: v.string() })),
  deploymentId: v.nullable(deploymentId),
  replicaId: v.nullable(replicaId),
  service: v.string(),
  data: v.record(v.string(), v.unknown()),
  at: instant,
})

export type InstanceEvent = v.InferOutput<typeof instanceEvent>
