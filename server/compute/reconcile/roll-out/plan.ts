import type {
  DeploymentView,
  Place,
  ReplicaPhase,
  ReplicaView,
  RollOutStep,
  RollOutView,
  ServiceView,
} from './roll-out-state.ts'

const rest: RollOutStep = { kind: 'rest' }

/**
 * Decides the next step of an instance's roll-out. It is pure: the rows determine the step, and each step is one
 * transaction, so a control plane that was killed continues where it was. The target is the newest deployment that has
 * not ended; at most one deployment serves, and only `switch` changes which.
 *
 * | desired | situation                                                | step                                |
 * | ------- | -------------------------------------------------------- | ----------------------------------- |
 * | ended   | replicas are to run                                      | stop them                           |
 * | ended   | all replicas are over                                    | close or delete the instance        |
 * | active  | replicas of an ended deployment are to run               | stop them after their last request  |
 * | active  | a deployment is neither the target nor serving           | supersede it                        |
 * | active  | the target serves: nothing of a service is left          | stop the others, end the instance   |
 * | active  | the target serves: it has more replicas than scaled to   | stop those after their last request |
 * | active  | the target does not serve: one of its replicas failed    | stop the others, fail the target    |
 * | active  | the same in a first deployment: services it needs        | start them                          |
 * | active  | the target has a release command that has not run        | release                             |
 * | active  | the target has a gap, and other replicas are left        | stop them after their last request  |
 * | active  | places of the target are empty                           | create replicas                     |
 * | active  | waiting replicas whose predecessors are ready            | start them                          |
 * | active  | all replicas of the target are ready                     | switch the traffic to it            |
 */
export function planRollOut(view: RollOutView): RollOutStep {
  const { desiredState, deployments, replicas } = view
  if (desiredState !== 'active') return planEnd(view)
  const serving = deployments.find(({ isServing }) => isServing)
  const target = deployments.toSorted((a, b) => b.number - a.number)[0]
  const strays = replicas.filter(({ deploymentId }) => deploymentId !== serving?.id && deploymentId !== target?.id)
  if (strays.some(isStoppable)) return stop(strays, true)
  const superseded = deployments.find((deployment) => deployment !== serving && deployment !== target)
  if (superseded) return { kind: 'supersede', deploymentId: superseded.id }
  if (!target) return rest
  const own = replicasOf(target, replicas)
  if (target === serving) return planSteady(target, own)
  const others = replicas.filter(({ deploymentId }) => deploymentId !== target.id)
  return planUpdate(target, own, others)
}

function planEnd({ desiredState, isClosed, replicas }: RollOutView): RollOutStep {
  if (replicas.some(isStoppable)) return stop(replicas, false)
  if (replicas.some(({ phase }) => !isOver(phase))) return rest
  if (desiredState === 'deleted') return { kind: 'deleteInstance' }
  return isClosed ? rest : { kind: 'closeInstance' }
}

function planSteady(target: DeploymentView, own: readonly ReplicaView[]): RollOutStep {
  const failed = target.services.flatMap((service) => failureOf(placed(service, own)))[0]
  const isFinished = target.services.every(
    (service) => service.replicas > 0 && phasesOf(service, own).every((phase) => phase === 'finished'),
  )
  if (!failed && !isFinished) {
    const excess = target.services.flatMap((service) => beyond(service, own)).filter(isStoppable)
    return excess.length > 0 ? stop(excess, true) : (planStart(target, own) ?? rest)
  }
  if (own.some(isStoppable)) return stop(own, false)
  if (own.some(({ phase }) => !isOver(phase))) return rest
  return { kind: 'endInstance', reason: failed?.error ? { kind: 'failed', error: failed.error } : { kind: 'finished' } }
}

function planUpdate(
  target: DeploymentView,
  own: readonly ReplicaView[],
  replaced: readonly ReplicaView[],
): RollOutStep {
  const failed = own.find(({ phase }) => phase === 'failed')
  if (failed) {
    if (own.some(isStoppable)) return stop(own, false)
    if (own.some(({ phase }) => !isOver(phase))) return rest
    return { kind: 'fail', deploymentId: target.id, error: failed.error ?? unknownError }
  }
  if (target.release === 'pending') return planRelease(target, own, replaced)
  if (target.hasGap) {
    if (replaced.some(isStoppable)) return stop(replaced, true)
    if (replaced.some(({ phase }) => !isOver(phase))) return rest
  }
  const start = planStart(target, own)
  if (start) return start
  const isReady = target.services.every((service) => phasesOf(service, own).every(isStarted))
  return isReady ? { kind: 'switch', to: target.id } : rest
}

/** A release command runs before all replicas, but after the services that its own service starts after. */
function planRelease(
  target: DeploymentView,
  own: readonly ReplicaView[],
  replaced: readonly ReplicaView[],
): RollOutStep {
  // In an update it finds those of the deployment that serves.
  const needed = replaced.length > 0 ? [] : target.services.filter(({ name }) => target.releaseAfter?.includes(name))
  const start = planStart({ ...target, services: needed }, own)
  if (start) return start
  const isReady = needed.every((service) => phasesOf(service, own).every(isStarted))
  return isReady ? { kind: 'release', deploymentId: target.id } : rest
}

/** Fills the empty places, and starts the replicas whose turn has come. */
function planStart(target: DeploymentView, own: readonly ReplicaView[]): RollOutStep | undefined {
  const places = target.services.flatMap((service) => emptyPlaces(service, own))
  if (places.length > 0) return { kind: 'createReplicas', deploymentId: target.id, places }
  const isServiceReady = (name: string): boolean => {
    const service = target.services.find((candidate) => candidate.name === name)
    const phases = service ? phasesOf(service, own) : []
    if (service?.replicas === 0) return true
    return !service || (phases.some(isStarted) && phases.every((phase) => isStarted(phase) || phase === 'failed'))
  }
  const due = target.services
    .filter(({ startAfter }) => startAfter.every(isServiceReady))
    .flatMap(({ name }) => own.filter(({ service, phase }) => service === name && phase === 'waiting'))
  return due.length > 0 ? { kind: 'start', replicas: due.map(({ id }) => id) } : undefined
}

/** Returns one of the failed replicas of a service that has no other left. */
function failureOf(replicas: readonly ReplicaView[]): ReplicaView[] {
  const failed = replicas.filter(({ phase }) => phase === 'failed')
  return replicas.every(({ phase }) => isOver(phase)) ? failed.slice(0, 1) : []
}

/** The replicas of a service, without those that it has been scaled down by. */
const placed = ({ name, replicas }: ServiceView, own: readonly ReplicaView[]): ReplicaView[] =>
  own.filter(({ service, index }) => service === name && index < replicas)

const beyond = ({ name, replicas }: ServiceView, own: readonly ReplicaView[]): ReplicaView[] =>
  own.filter(({ service, index }) => service === name && index >= replicas)

const phasesOf = (service: ServiceView, own: readonly ReplicaView[]): (ReplicaPhase | undefined)[] =>
  Array.from({ length: service.replicas }, (_, index) => occupant(service.name, index, own)?.phase)

const emptyPlaces = ({ name, replicas }: ServiceView, own: readonly ReplicaView[]): Place[] =>
  Array.from({ length: replicas }, (_, index) => ({ service: name, index })).filter(
    ({ service, index }) => !occupant(service, index, own),
  )

const occupant = (service: string, index: number, own: readonly ReplicaView[]): ReplicaView | undefined =>
  own.find((replica) => replica.service === service && replica.index === index && replica.phase !== 'ended')

const replicasOf = ({ id }: DeploymentView, replicas: readonly ReplicaView[]): readonly ReplicaView[] =>
  replicas.filter(({ deploymentId }) => deploymentId === id)

const stop = (replicas: readonly ReplicaView[], drains: boolean): RollOutStep => ({
  kind: 'stop',
  replicas: replicas.filter(isStoppable).map(({ id }) => id),
  drains,
})

const isStoppable = ({ isDesired, phase }: ReplicaView): boolean => isDesired && !isOver(phase)

/** Whether a replica has no workload and never gets one again. */
export const isOver = (phase: ReplicaPhase): boolean => phase === 'finished' || phase === 'failed' || phase === 'ended'

/** A worker that has finished counts for the services that start after it. */
const isStarted = (phase: ReplicaPhase | undefined): boolean => phase === 'ready' || phase === 'finished'

const unknownError = { code: 'unexpected', message: 'A replica could not be started. Deploy it again.' }
