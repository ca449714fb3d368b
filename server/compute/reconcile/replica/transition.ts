import type { Workload } from '../../../engines/engine.ts'
import { exitMessage } from '../../../engines/exit-message.ts'
import { deadlineFrom, type TimeLimits } from '../reconcile-options.ts'
import { afterTeardown } from './after-teardown.ts'
import type {
  EventOf,
  Exited,
  Failure,
  Observation,
  Outage,
  Outcome,
  ReplicaEvent,
  ReplicaRules,
  ReplicaState,
  Step,
} from './replica-event.ts'

export interface Transition extends Observation {
  next: Step
}

export interface Clock {
  nowMs: number
  limits: TimeLimits
}

const RESTARTS = 5
const UNEXPECTED_ATTEMPTS = 3
/** Long enough to write a last line, too short to write much more. */
const OVER_DISK_GRACE_MS = 1000
/** Short, because a deleted instance has no state to save. */
const DELETE_GRACE_MS = 3000

const rest: Step = { kind: 'rest' }

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
 * | active         | Active              | inspected: running                     | (ports)         | rest                  |
 * | active         | Starting            | inspected: running; started            | (PROVISIONED)   | awaitReady            |
 * | active         | Starting            | inspected: not running before `dueAt`  |                 | rest until `dueAt`    |
 * | active         | Starting            | inspected: ended, `dueAt` has passed   |                 | restart               |
 * | active         | Starting/Active     | inspected: ended with an outage        | Starting        | restart               |
 * | active         | Starting/Active     | inspected: missing                     | Starting        | start                 |
 * | active         | Starting            | ready                                  | Active          | rest                  |
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
      return becomeActive(event, clock)
    case 'exited':
      return afterExit(row, rules, event.exit, clock)
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
  const { workload, outage, overDisk } = event
  if (workload?.state.kind === 'running') {
    const graceMs = Math.min(OVER_DISK_GRACE_MS, clock.limits.graceMs)
    if (overDisk !== undefined) return teardownAs({ kind: 'overDisk', used: overDisk }, graceMs)
    if (row.state !== 'Active') return awaitReady(row, workload)
    if (row.progressMessage === '' && hasSamePorts(row.publishedPorts, workload.ports)) return { next: rest }
    const observedAt = new Date(clock.nowMs)
    return { set: { progressMessage: '', publishedPorts: workload.ports, observedAt }, next: rest }
  }
  if (row.dueAt && row.dueAt.getTime() > clock.nowMs) return { next: { kind: 'rest', requeueAt: row.dueAt } }
  if (workload?.state.kind === 'ended') {
    if (row.state === 'Starting' && row.dueAt !== null) return { next: { kind: 'restart' } }
    if (!endedWithOutage(rules, workload.state, outage)) return afterExit(row, rules, workload.state, clock)
    return lost('The workload stopped with the engine; starting it again', { kind: 'restart' }, clock)
  }
  if (row.state !== 'Active') return { next: { kind: 'start' } }
  return lost('The workload is missing; starting it again', { kind: 'start' }, clock)
}

const awaitReady = (row: ReplicaState, workload: Workload): Transition => ({
  ...(row.status === 'PROVISIONED' ? {} : { set: { status: 'PROVISIONED' as const } }),
  next: { kind: 'awaitReady', workload },
})

function becomeActive({ ports }: EventOf<'ready'>, { nowMs }: Clock): Transition {
  const now = new Date(nowMs)
  return {
    set: {
      state: 'Active',
      status: 'Deployed',
      progressMessage: '',
      error: null,
      publishedPorts: ports,
      observedAt: now,
      activeSince: now,
      deadlineAt: null,
      dueAt: null,
    },
    events: ['Started'],
    next: rest,
  }
}

function afterExit(row: ReplicaState, rules: ReplicaRules, exit: Exited, clock: Clock): Transition {
  const { exitCode, outOfMemory } = exit
  const message = exit.message ?? exitMessage(exitCode, outOfMemory)
  if (isSuccess(rules, exitCode) && !outOfMemory) return teardownAs({ kind: 'finished', message }, 0)
  const hasRun = row.activeSince !== null || row.attempts > 0
  const code = outOfMemory ? 'outOfMemory' : 'exited'
  if (!hasRun) return failWith({ code, message: `${message} It was not ready yet.` })
  if (rules.restartPolicy === 'never') return failWith({ code, message })
  const attempts = restartAttempt(row, rules, clock)
  if (attempts === undefined) {
    const gaveUp = `The program exited ${RESTARTS + 1} times in a row and is not restarted. ${message}`
    return failWith({ code: outOfMemory ? 'outOfMemory' : 'crashLoop', message: gaveUp })
  }
  const pauseMs = clock.limits.firstRestartMs * 2 ** (attempts - 1)
  const dueAt = new Date(clock.nowMs + pauseMs)
  const restarting = `Restarting in ${Number((pauseMs / 1000).toFixed(1))} s (${attempts} of ${RESTARTS})`
  const error = { code, message, at: new Date(clock.nowMs).toISOString() }
  return {
    set: { ...starting(restarting, dueAt.getTime(), clock), error, attempts, dueAt },
    logs: [message, restarting],
    events: [`Exited with code ${exitCode}${outOfMemory ? ' (out of memory)' : ''}. ${restarting}`],
    next: { kind: 'rest', requeueAt: dueAt },
  }
}

function afterFailure(row: ReplicaState, { failure, failures }: EventOf<'failed'>, clock: Clock): Transition {
  const { source, code, message } = failure
  const isUnreachable = code === 'engineUnreachable'
  // The first pass of a new process is always allowed, however long no process was running.
  const isOverdue = failures > 0 && row.deadlineAt !== null && row.deadlineAt.getTime() < clock.nowMs
  if (row.desiredState === 'active' && row.state === 'Starting' && (isFinal(failure, failures) || isOverdue)) {
    const outcome: Outcome = { kind: 'failed', error: { code, message } }
    return isUnreachable ? { ...afterTeardown(undefined, outcome, clock.nowMs), next: rest } : teardownAs(outcome, 0)
  }
  if (source !== 'engine') return { next: { kind: 'retry' } }
  // The end of the outage triggers a pass of every replica that is to run, so none has to be repeated before.
  const isWaiting = isUnreachable && row.desiredState === 'active' && row.state === 'Active'
  const observation = row.progressMessage === message ? {} : { set: { progressMessage: message } }
  return { ...observation, next: isWaiting ? rest : { kind: 'retry' } }
}

const teardownAs = (outcome: Outcome, graceMs: number): Transition => ({ next: { kind: 'teardown', graceMs, outcome } })

const failWith = (error: { code: string; message: string }): Transition => teardownAs({ kind: 'failed', error }, 0)

const graceOf = ({ stopGraceMs }: ReplicaRules, { limits }: Clock): number => Math.min(stopGraceMs, limits.graceMs)

const starting = (progressMessage: string, fromMs: number, { limits }: Clock): Partial<ReplicaState> => ({
  state: 'Starting',
  status: 'Pending',
  progressMessage,
  publishedPorts: [],
  activeSince: null,
  deadlineAt: deadlineFrom(limits, fromMs),
})

const lost = (message: string, next: Step, clock: Clock): Transition => ({
  set: starting(message, clock.nowMs, clock),
  logs: [message],
  events: [message],
  next,
})

/** A worker without ports that reports success has done its work. */
const isSuccess = ({ hasPorts, restartPolicy }: ReplicaRules, exitCode: number): boolean =>
  exitCode === 0 && (restartPolicy === 'never' || (!hasPorts && restartPolicy === 'on-failure'))

/** Which restart in a row the next one is; undefined when there were too many, or none is wanted. */
function restartAttempt(
  { activeSince, attempts }: ReplicaState,
  { restartPolicy }: ReplicaRules,
  { nowMs, limits }: Clock,
): number | undefined {
  const wasStable = activeSince !== null && nowMs - activeSince.getTime() >= limits.stableMs
  const attempt = wasStable ? 1 : attempts + 1
  return restartPolicy === 'never' || attempt > RESTARTS ? undefined : attempt
}

/**
 * After an outage of the engine every workload is restarted. After one of the control plane too, except a worker that
 * reports success: it has most likely finished.
 */
const endedWithOutage = (rules: ReplicaRules, { exitCode }: Exited, outage: Outage | undefined): boolean =>
  outage === 'engine' || (outage === 'controlPlane' && !isSuccess(rules, exitCode))

/** Whether a repetition would fail the same way. */
function isFinal({ source, code }: Failure, failures: number): boolean {
  if (source !== 'engine') return source === 'start'
  if (code === 'engineUnreachable' || code === 'workloadNotFound') return false
  return code !== 'unexpected' || failures + 1 >= UNEXPECTED_ATTEMPTS
}

export const hasSamePorts = (a: Workload['ports'], b: Workload['ports']): boolean =>
  a.length === b.length &&
  a.every((port) => b.some((other) => other.containerPort === port.containerPort && other.hostPort === port.hostPort))
