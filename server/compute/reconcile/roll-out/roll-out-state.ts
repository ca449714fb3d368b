import type { DeploymentId, ReplicaId } from '../../../../src/contract/wire/common.ts'

/**
 * What a replica does, as the plan sees it. `finished` and `failed` replicas have no workload any more and still count
 * for their place; an `ended` one has left its place.
 */
export type ReplicaPhase = 'waiting' | 'starting' | 'ready' | 'finished' | 'failed' | 'ended'

export interface ReplicaView {
  id: ReplicaId
  deploymentId: DeploymentId
  service: string
  index: number
  phase: ReplicaPhase
  /** Whether it is to have a workload; false once it has been stopped, while its teardown is still under way. */
  isDesired: boolean
  error: DeploymentError | null
}

export interface DeploymentError {
  code: string
  message: string
}

export interface ServiceView {
  name: string
  replicas: number
  startAfter: readonly string[]
}

/** A deployment that has not ended. */
export interface DeploymentView {
  id: DeploymentId
  number: number
  /** Whether traffic was switched to it. At most one deployment of an instance serves. */
  isServing: boolean
  /** Stops the serving deployment before its own replicas start, because both have no room at once. */
  hasGap: boolean
  /** `pending` until its release command has succeeded. */
  release: 'none' | 'pending' | 'done'
  /** The services that its release commands need. */
  releaseAfter?: readonly string[]
  services: readonly ServiceView[]
}

export interface RollOutView {
  desiredState: 'active' | 'closed' | 'deleted'
  isClosed: boolean
  deployments: readonly DeploymentView[]
  /** Those of all deployments that have one left. */
  replicas: readonly ReplicaView[]
}

/** How an instance ended by itself. */
export type EndReason = { kind: 'failed'; error: DeploymentError } | { kind: 'finished' }

export type RollOutStep =
  | { kind: 'createReplicas'; deploymentId: DeploymentId; places: readonly Place[] }
  | { kind: 'release'; deploymentId: DeploymentId }
  | { kind: 'start'; replicas: readonly ReplicaId[] }
  | { kind: 'switch'; to: DeploymentId }
  /** With `drains`, their workloads end only when the last request to them has ended. */
  | { kind: 'stop'; replicas: readonly ReplicaId[]; drains: boolean }
  | { kind: 'fail'; deploymentId: DeploymentId; error: DeploymentError }
  | { kind: 'supersede'; deploymentId: DeploymentId }
  | { kind: 'endInstance'; reason: EndReason }
  | { kind: 'closeInstance' }
  | { kind: 'deleteInstance' }
  /** Only a change of a replica or of the desired state leads to another step. */
  | { kind: 'rest' }

export interface Place {
  service: string
  index: number
}
