import type { Workload } from '../../../../engines/engine.ts'
import { afterExit, afterUnhealthy } from './after-exit.ts'
import { afterFailure } from './after-failure.ts'
import { afterTeardown } from './after-teardown.ts'
import { type Clock, rest, starting, type Transition, teardownAs } from './next-steps.ts'
import type { EventOf, ReplicaEvent, ReplicaRules, ReplicaState, Step } from './replica-event.ts'
import { endedWithOutage, isSuccess, restartAttempt } from './restart-rules.ts'

/** Long enough to write a last line, too short to write much more. */
const OVER_DISK_GRACE_MS = 1000
/** Short, because a deleted instance has no state to save. */
const DELETE_GRACE_MS = 3000

/**
 * Decides the next state of a replica. It is pure: the row, its service's rules and an event determine the columns to
 * write and the next step. The step's result is the next event, until the pass rests or is repeated.
 *
 * | desired        | state               | event                                  | becomes         | next step             |
 * | -------------- | ------------------- | -------------------------------------- | --------------- | --------------------- |
 * | any            | any                 | failed                                 | (message)       | retry                 |
 * | active         | Active              | failed: engine unreachable             | (message)       | rest                  |
 * | active         | Starting            | failed for good or past its deadline   |                 | teardown as failed    |
 * | any            | any                 | torn down as failed or overDisk        | Failed-start    | rest                  |
 * | any            | any                 | torn down as closed or finished        | Closed          | rest                  |
 * | any            | Closed/Failed-start | any other                              |                 | rest                  |
 * | closed/deleted | any other           | any other                              |                 | teardown as closed    |
 * | waiting        | Starting            | any other                              |                 | rest                  |
 * | active         | Active              | triggered by an exit to restart after  | Starting        | inspect               |
 * | active         | Starting/Active     | triggered                              |                 | inspect               |
 * | active         | Starting/Active     | inspected: running, over its disk      |                 | teardown as overDisk  |
 * | active         | Active              | inspected: running, unhealthy          | Starting        | restart               |
 * | active         | Active              | inspected: running                     | (ports, error)  | rest until stable     |
 * | active         | Starting            | inspected: running; started            | (PROVISIONED)   | awaitReady            |
 * | active         | Starting            | inspected: not running before `dueAt`  |                 | rest until `dueAt`    |
 * | active         | Starting            | inspected: ended, `dueAt` has passed   |                 | restart               |
 * | active         | Starting/Active     | inspected: ended with an outage        | Starting        | restart               |
 * | active         | Starting/Active     | inspected: missing                     | Starting        | start                 |
 * | active         | Starting            | ready                                  | Active          | rest                  |
 * | active         | Starting            | unhealthy: it has been ready before    | Starting        | restart               |
 * | active         | Starting/Active     | unhealthy: never ready, or too often   |                 | teardown as failed    |
 * | active         | Starting/Active     | ended: a worker that reports success   |                 | teardown as finished  |
 * | active         | Starting/Active     | ended: never ready, or too many times  |                 | teardown as failed    |
 * | active         | Starting/Active     | ended otherwise                        | Starting        | rest until `dueAt`    |
 *
 * "Ended" is an inspection that finds the workload ended, and an exit while waiting for it to be ready.
 */
export function transition(row: ReplicaState, rules: ReplicaRules, event: ReplicaEvent, clock: Clock): Transition {
  if (event.kind === 'failed') return afterFailure(row, event, clock)
  if (event.kind === 'tornDown') return { ...afterTeardown(rules, event.outcome, clock.nowMs), next: rest }
  if (row.state === 'Closed' || row.state === 'Failed-start') return { next: rest }
  if (row.desiredState === 'closed') return teardownAs({ kind: 'closed' }, graceOf(rules, clock))
  if (row.desiredState === 'deleted')
    return teardownAs({ kind: 'closed' }, Math.min(DELETE_GRACE_MS, graceOf(rules, clock)))
  if (row.desiredState === 'waiting') return { next: rest }
  switch (event.kind) {
    case 'triggered':
      return afterTrigger(row, rules, event, clock)
    case 'inspected':
      return afterInspection(row, rules, event, clock)
    case 'started':
      return awaitReady(row, event.workload)
    case 'ready':
      return becomeActive(row, event, clock)
    case 'exited':
      return afterExit(row, rules, event.exit, clock)
    case 'unhealthy':
      return afterUnhealthy(row, rules, event.error, clock)
  }
}

function afterTrigger(
  row: ReplicaState,
  rules: ReplicaRules,
  { exit }: EventOf<'triggered'>,
  clock: Clock,
): Transition {
  const next: Step = { kind: 'inspect' }
  // An exit from before this run is outdated.
  const isCurrent = row.state === 'Active' && row.activeSince !== null && exit && exit.atMs >= row.activeSince.getTime()
  if (!isCurrent || isSuccess(rules, exit.exitCode) || restartAttempt(row, rules, clock) === undefined) return { next }
  const set = starting(`The program exited with code ${exit.exitCode}`, clock.nowMs, clock)
  return { set: { ...set, activeSince: row.activeSince }, next }
}

function afterInspection(
  row: ReplicaState,
  rules: ReplicaRules,
  event: EventOf<'inspected'>,
  clock: Clock,
): Transition {
  const { workload, outage, overDisk, unhealthy } = event
  if (workload?.state.kind === 'running') {
    const graceMs = Math.min(OVER_DISK_GRACE_MS, clock.limits.graceMs)
    if (overDisk !== undefined) return teardownAs({ kind: 'overDisk', used: overDisk }, graceMs)
    if (row.state !== 'Active') return awaitReady(row, workload)
    // A failure from before this run is outdated.
    if (unhealthy && row.activeSince !== null && unhealthy.atMs >= row.activeSince.getTime())
      return afterUnhealthy(row, rules, { code: 'unhealthy', message: unhealthy.message }, clock)
    const { set, next } = afterLoop(row, clock)
    if (!set && row.progressMessage === '' && hasSamePorts(row.publishedPorts, workload.ports)) return { next }
    const observedAt = new Date(clock.nowMs)
    return { set: { ...set, progressMessage: '', publishedPorts: workload.ports, observedAt }, next }
  }
  if (row.dueAt && row.dueAt.getTime() > clock.nowMs) return { next: { kind: 'rest', requeueAt: row.dueAt } }
  if (workload?.state.kind === 'ended') {
    if (row.state === 'Starting' && row.dueAt !== null) return { next: { kind: 'restart' } }
    if (!endedWithOutage(rules, workload.state, outage)) return afterExit(row, rules, workload.state, clock)
    return lost('The workload stopped with the engine; starting it again', { kind: 'restart' }, clock)
  }
  // A reported exit keeps the time of the start until the inspection.
  if (row.state !== 'Active' && row.activeSince === null) return { next: { kind: 'start' } }
  return missing(clock)
}

const awaitReady = (row: ReplicaState, workload: Workload): Transition => ({
  ...(row.status === 'PROVISIONED' ? {} : { set: { status: 'PROVISIONED' as const } }),
  next: { kind: 'awaitReady', workload },
})

/** Whether it exited several times in a row. It keeps its error until it has run long enough to count as stable. */
const isLooping = ({ error, attempts }: ReplicaState): boolean => error !== null && attempts > 1

/** Of a replica that is active: its error is over when it is stable. */
function afterLoop(row: ReplicaState, { nowMs, limits }: Clock): Transition {
  if (!isLooping(row) || row.activeSince === null) return { next: rest }
  const stableAt = new Date(row.activeSince.getTime() + limits.stableMs)
  return stableAt.getTime() > nowMs
    ? { next: { kind: 'rest', requeueAt: stableAt } }
    : { set: { error: null }, next: rest }
}

function becomeActive(row: ReplicaState, { ports }: EventOf<'ready'>, clock: Clock): Transition {
  const now = new Date(clock.nowMs)
  return {
    set: {
      state: 'Active',
      status: 'Deployed',
      progressMessage: '',
      ...(isLooping(row) ? {} : { error: null }),
      publishedPorts: ports,
      observedAt: now,
      activeSince: now,
      deadlineAt: null,
      dueAt: null,
    },
    events: ['Started'],
    next: afterLoop({ ...row, activeSince: now }, clock).next,
  }
}

const graceOf = ({ stopGraceMs }: ReplicaRules, { limits }: Clock): number => Math.min(stopGraceMs, limits.graceMs)

const lost = (message: string, next: Step, clock: Clock): Transition => ({
  set: starting(message, clock.nowMs, clock),
  logs: [message],
  events: [message],
  next,
})

/** The replica keeps this status until its workload is started again, so that a failure to do so is known for what it is. */
function missing(clock: Clock): Transition {
  const transition = lost('The workload is missing; starting it again', { kind: 'start' }, clock)
  return { ...transition, set: { ...transition.set, status: 'Deprecated-Provider' } }
}

export const hasSamePorts = (a: Workload['ports'], b: Workload['ports']): boolean =>
  a.length === b.length && a.every((port) => b.some((other) => isSamePort(port, other)))

const isSamePort = (a: Workload['ports'][number], b: Workload['ports'][number]): boolean =>
  a.containerPort === b.containerPort && a.hostPort === b.hostPort && (a.protocol ?? 'tcp') === (b.protocol ?? 'tcp')
