import { EngineFailure, type Workload } from '../../../engines/engine.ts'
import { lastLines } from '../../logs/queries/last-lines.ts'
import type { UsageStop } from '../../usage/usage-intervals.ts'
import { withdrawName } from '../networks/instance-networks.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import { awaitReady } from './await-ready.ts'
import type { LeasedReplica } from './leased-replica.ts'
import { type ReplicaRow, rulesOf, stateOf } from './load-replica.ts'
import { restartWorkload, startWorkload } from './start-workload.ts'
import type { EventOf, Observation, ReplicaEvent, Step } from './transition/replica-event.ts'
import { transition } from './transition/transition.ts'

/** The reason for a pass, in addition to the row itself. */
export type ReplicaTrigger = Pick<EventOf<'triggered'>, 'exit'> &
  Pick<EventOf<'inspected'>, 'outage' | 'overDisk' | 'unhealthy'>

type Settled = Extract<Step, { kind: 'rest' | 'retry' }>
type WorkStep = Exclude<Step, Settled>

const LAST_LINES = 8
/** The longest wait for the last lines of an ended workload. */
const LAST_LINES_MS = 3000
const ENGINE_SHUTDOWN_MS = 1500

/** Carries out the steps of one pass, from its first event until it rests or has to be repeated. */
export async function reconcileReplica(
  options: ReconcileOptions,
  leased: LeasedReplica,
  trigger: ReplicaTrigger,
  first: ReplicaEvent,
): Promise<Settled> {
  const rules = rulesOf(leased.loaded.service)
  for (let event = first; ; ) {
    const clock = { nowMs: Date.now(), limits: options.limits }
    noteEnd(leased, event)
    const { next, ...observation } = transition(stateOf(leased.loaded), rules, event, clock)
    if (observation.set) await leased.write(observation, await linesBefore(options, leased, event, observation))
    if (next.kind === 'rest' || next.kind === 'retry') {
      watchHealth(options, leased)
      return next
    }
    event = await carryOut(options, leased, trigger, next)
  }
}

/**
 * Notes when a workload that does not run any more ended: at the engine's time, or else when it was last seen. Billing
 * ends then, however long an outage hid it.
 */
function noteEnd(leased: LeasedReplica, event: ReplicaEvent): void {
  if (event.kind === 'started' || event.kind === 'ready') leased.noteEnd(undefined)
  else if (event.kind === 'triggered' && event.exit)
    leased.noteEnd({ at: new Date(event.exit.atMs), isSighting: false })
  else if (event.kind === 'exited') leased.noteEnd({ at: new Date(event.exit.endedAtMs), isSighting: false })
  else if (event.kind === 'inspected') leased.noteEnd(endOf(event.workload, leased.row))
}

function endOf(workload: Workload | undefined, { observedAt }: ReplicaRow): UsageStop | undefined {
  if (workload?.state.kind === 'ended') return { at: new Date(workload.state.endedAtMs), isSighting: false }
  return workload || !observedAt ? undefined : { at: observedAt, isSighting: true }
}

/** Returns the last lines that the program wrote before it failed. Its log is not complete while it still runs. */
async function linesBefore(
  { db, logs }: ReconcileOptions,
  { loaded }: LeasedReplica,
  event: ReplicaEvent,
  { set }: Observation,
): Promise<string[]> {
  if (!set?.error) return []
  const hasEnded = event.kind === 'exited' || (event.kind === 'inspected' && event.workload?.state.kind === 'ended')
  if (hasEnded) await logs.drain(loaded.log, LAST_LINES_MS)
  return lastLines(db, loaded.log.address, LAST_LINES)
}

/** A replica is checked while it is ready. */
function watchHealth({ health }: ReconcileOptions, { row, loaded }: LeasedReplica): void {
  const check = loaded.service.healthCheck
  if (check && row.state === 'Active' && row.desiredState === 'active')
    health.watch({
      id: row.id,
      organizationId: loaded.instance.organizationId,
      engine: row.engine,
      workloadId: row.workloadId,
      check,
    })
  else health.forget(row.id)
}

async function carryOut(
  options: ReconcileOptions,
  leased: LeasedReplica,
  { outage, overDisk, unhealthy }: ReplicaTrigger,
  step: WorkStep,
): Promise<ReplicaEvent> {
  const { logs } = options
  const { workloadId } = leased.row
  if (!options.engines.has(leased.row.engine)) return withoutEngine(options, leased, step)
  options.outages.check(leased.row.engine)
  const engine = options.engines.of(leased.row.engine)
  switch (step.kind) {
    case 'inspect': {
      const workload = await engine.inspect(workloadId)
      if (workload?.state.kind === 'running') logs.follow(leased.loaded.log)
      return { kind: 'inspected', workload, outage, overDisk, unhealthy }
    }
    case 'start':
      return { kind: 'started', workload: await startWorkload(options, leased) }
    case 'restart':
      return { kind: 'started', workload: await restartWorkload(options, leased) }
    case 'awaitReady':
      return awaitReady(options, leased, step.workload)
    case 'teardown':
      if (step.outcome.kind === 'finished') {
        // An engine that shuts down ends its workloads first. Then this inspection fails, and the program had not
        // finished.
        await leased.lease.pause(ENGINE_SHUTDOWN_MS)
        await engine.inspect(workloadId)
      }
      if (leased.row.drainingSince) {
        await drain(options, leased)
        await withdrawName(engine, leased.loaded.instance, leased.row, leased.loaded)
      }
      await teardown(options, leased, step.graceMs)
      return { kind: 'tornDown', outcome: step.outcome }
  }
}

/**
 * Takes the step of a replica whose engine the settings no longer have. When it is back, its workload is removed as one
 * without a replica.
 */
async function withoutEngine({ logs }: ReconcileOptions, leased: LeasedReplica, step: WorkStep): Promise<ReplicaEvent> {
  if (step.kind === 'inspect') return { kind: 'inspected', workload: undefined }
  if (step.kind !== 'teardown')
    throw new EngineFailure('engineUnreachable', 'The engine is not connected to this installation.')
  leased.noteEnd(endOf(undefined, leased.row))
  await logs.forget(leased.loaded.log)
  return { kind: 'tornDown', outcome: step.outcome }
}

/** Waits until the gateway has sent the last response of the replica. */
async function drain({ routes, limits }: ReconcileOptions, { row, lease }: LeasedReplica): Promise<void> {
  await routes.withdraw({
    instanceId: row.instanceId,
    targetId: row.id,
    graceMs: limits.drainMs,
    signal: lease.signal,
  })
}

/** Ends a workload and frees its resources. Does nothing if they are already gone. */
async function teardown({ engines, logs }: ReconcileOptions, leased: LeasedReplica, graceMs: number): Promise<void> {
  const { loaded, row } = leased
  const { workloadId } = row
  const engine = engines.of(row.engine)
  const workload = await engine.inspect(workloadId)
  if (workload?.state.kind !== 'running') leased.noteEnd(endOf(workload, row))
  if (workload) {
    await engine.stop(workloadId, graceMs)
    const keepsLastLines = loaded.instance.desiredState !== 'deleted'
    if (keepsLastLines && !(await logs.drain(loaded.log, LAST_LINES_MS))) await logs.giveUp(loaded.log)
    await engine.remove(workloadId)
  }
  await logs.forget(loaded.log)
}
