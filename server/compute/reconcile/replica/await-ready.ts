import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { EngineFailure, type Workload } from '../../../engines/engine.ts'
import type { Probe } from '../../../engines/interface/commands.ts'
import { firstHttpPort } from '../../instances/gateway-links.ts'
import { healthResultOf } from '../health/health-result-of.ts'
import { describeCheck, probeOf } from '../health/probe-of.ts'
import { hasNetworks, publishName } from '../networks/instance-networks.ts'
import { mayHaveName } from '../networks/may-have-name.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import type { LeasedReplica } from './leased-replica.ts'
import type { EventOf } from './transition/replica-event.ts'

/** Polls frequently while most programs start, and then less often. */
const FAST_POLL_MS = 20
/** A connection that is rejected costs little. */
const FAST_CONNECT_MS = 10
const SLOW_POLL_MS = 100
const FAST_POLL_FOR_MS = 3000
const INSPECTED_EVERY_MS = 500
/** Each command is a new program in the workload. */
const COMMAND_POLL_MS = 500
const CONNECT_MS = 1000
/** How often failures before the first success are recorded. */
const RECORDED_EVERY_MS = 1000

/** One way to find out whether a started workload is ready. */
interface Readiness {
  waiting: string
  probe: Probe
  /** Whether it is the health check of the service, whose results are kept. */
  isCheck: boolean
  withinMs: number
  failure: (seconds: number, reason: string) => EventOf<'unhealthy'>['error']
}

type Waited = EventOf<'ready'> | EventOf<'exited'> | EventOf<'unhealthy'>

/**
 * Waits until a started workload passes its health check. Without a check it is ready when it accepts connections on its
 * port or, without a port, when it still runs after a moment.
 */
export async function awaitReady(options: ReconcileOptions, leased: LeasedReplica, started: Workload): Promise<Waited> {
  const { service, row, instance } = leased.loaded
  options.logs.follow(leased.loaded.log)
  const readiness = readinessOf(options, service, started)
  const now = readiness
    ? await untilReady(options, leased, started, readiness)
    : await untilSettled(options, leased, started)
  if ('kind' in now) return now
  if (now.state.kind === 'ended') return { kind: 'exited', exit: now.state }
  // An engine that is killed right after a start may not know of it later. The next pass starts the workload again.
  if (now.state.kind === 'created')
    throw new EngineFailure('unexpected', 'The engine was restarted and no longer knows that it started the program.')
  if (hasNetworks(leased.loaded) && (await mayHaveName(options.db, row)))
    await publishName(options.engines.of(row.engine), instance, row, leased.loaded)
  return { kind: 'ready', ports: now.ports }
}

function readinessOf({ limits }: ReconcileOptions, service: StoredService, started: Workload): Readiness | undefined {
  const { healthCheck } = service
  if (healthCheck) {
    return {
      waiting: `Waiting for the health check (${describeCheck(healthCheck)})`,
      probe: probeOf(healthCheck),
      isCheck: true,
      withinMs: Math.max(limits.portMs, healthCheck.startPeriodMs + healthCheck.retries * healthCheck.periodMs),
      failure: (seconds, reason) => ({
        code: 'unhealthy',
        message: `The health check (${describeCheck(healthCheck)}) did not succeed for ${seconds} seconds, so the program was stopped. ${reason} Correct the check or the program, then deploy again.`,
      }),
    }
  }
  const targetPort = firstHttpPort(
    service.ports.flatMap(({ containerPort, protocol }) => (protocol === 'udp' ? [] : [containerPort])),
  )
  const ports = started.ports.filter(({ protocol }) => protocol !== 'udp')
  const port = ports.find(({ containerPort }) => containerPort === targetPort) ?? ports[0]
  if (!port) return undefined
  return {
    waiting: `Waiting for port ${port.containerPort} to respond`,
    probe: { kind: 'tcp', containerPort: port.containerPort, timeoutMs: CONNECT_MS },
    isCheck: false,
    withinMs: limits.portMs,
    failure: (seconds) => ({
      code: 'portSilent',
      message: `Nothing responded on port ${port.containerPort} for ${seconds} seconds, so the program was stopped. Deploy it with the port that it listens on, and make it listen on all addresses (0.0.0.0).`,
    }),
  }
}

async function untilReady(
  { engines, healthResults }: ReconcileOptions,
  leased: LeasedReplica,
  started: Workload,
  { waiting, probe, isCheck, withinMs, failure }: Readiness,
): Promise<Workload | EventOf<'unhealthy'>> {
  const engine = engines.of(leased.row.engine)
  leased.logProgress(waiting)
  const beganMs = performance.now()
  let inspectedMs = beganMs
  let reason = ''
  let recordedMs = Number.NEGATIVE_INFINITY
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs = performance.now() - beganMs) {
    // Only the inspection below rejects while the engine is unreachable, which is no failure of the program.
    const atMs = Date.now()
    const result = await engine.probe(started, probe, leased.lease.signal).catch(() => undefined)
    leased.lease.signal.throwIfAborted()
    const nowMs = performance.now()
    if (result && isCheck && (result.isReady || nowMs - recordedMs >= RECORDED_EVERY_MS)) {
      recordedMs = nowMs
      healthResults.record(leased.row.id, healthResultOf(result, { atMs, durationMs: Date.now() - atMs }))
    }
    if (result?.isReady) return started
    reason = result?.reason ?? reason
    const isWoken = await leased.lease.pause(pollMs(probe, waitedMs))
    if (!isWoken && performance.now() - inspectedMs < INSPECTED_EVERY_MS) continue
    inspectedMs = performance.now()
    const now = await engine.inspect(started.id)
    if (now?.state.kind !== 'running') return now ?? vanished(started)
  }
  return { kind: 'unhealthy', error: failure(Math.round(withinMs / 1000), reason) }
}

function pollMs({ kind }: Probe, waitedMs: number): number {
  if (kind === 'command') return COMMAND_POLL_MS
  if (waitedMs >= FAST_POLL_FOR_MS) return SLOW_POLL_MS
  return kind === 'tcp' ? FAST_CONNECT_MS : FAST_POLL_MS
}

async function untilSettled(
  { engines, limits }: ReconcileOptions,
  leased: LeasedReplica,
  started: Workload,
): Promise<Workload> {
  await leased.lease.pause(limits.settleMs)
  return (await engines.of(leased.row.engine).inspect(started.id)) ?? vanished(started)
}

/** An external removal is treated as an exit. */
const vanished = (workload: Workload): Workload => ({
  ...workload,
  state: {
    kind: 'ended',
    exitCode: -1,
    outOfMemory: false,
    endedAtMs: Date.now(),
    message: 'The workload was removed from the engine while it was starting. Deploy it again.',
  },
})
