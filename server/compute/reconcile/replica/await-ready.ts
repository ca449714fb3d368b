import type { HealthCheck } from '../../../../src/contract/wire/instance/health-check.ts'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { Workload } from '../../../engines/engine.ts'
import { firstHttpPort } from '../../instances/gateway-links.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import type { LeasedReplica } from './leased-replica.ts'
import { isListening, probe } from './probe.ts'
import { type EventOf, StartFailed } from './replica-event.ts'

/** Polls frequently while most programs start, and then less often. */
const FAST_POLL_MS = 20
const SLOW_POLL_MS = 100
const FAST_POLL_FOR_MS = 3000
const INSPECTED_EVERY_MS = 500

/** One way to find out whether a started workload is ready. */
interface Readiness {
  waiting: string
  isReady: () => Promise<boolean>
  withinMs: number
  failure: (seconds: number) => StartFailed
}

/**
 * Waits until a started workload passes its health check. Without a check it is ready when it accepts connections on its
 * port or, without a port, when it still runs after a moment.
 */
export async function awaitReady(
  options: ReconcileOptions,
  leased: LeasedReplica,
  started: Workload,
): Promise<EventOf<'ready'> | EventOf<'exited'>> {
  const { service } = leased.loaded
  options.logs.follow(leased.loaded.log)
  const readiness = readinessOf(options, service, started)
  const now = readiness
    ? await untilReady(options, leased, started, readiness)
    : await untilSettled(options, leased, started)
  if (now.state.kind === 'ended') return { kind: 'exited', exit: now.state }
  return { kind: 'ready', ports: now.ports }
}

function readinessOf(
  { engine, limits }: ReconcileOptions,
  service: StoredService,
  started: Workload,
): Readiness | undefined {
  const { healthCheck } = service
  if (healthCheck) {
    return {
      waiting: `Waiting for the health check (${describeCheck(healthCheck)})`,
      isReady: () => probe(engine, started, healthCheck),
      withinMs: Math.max(limits.portMs, healthCheck.startPeriodMs + healthCheck.retries * healthCheck.periodMs),
      failure: (seconds) =>
        new StartFailed(
          'unhealthy',
          `The health check (${describeCheck(healthCheck)}) did not succeed for ${seconds} seconds, so the program was stopped. Correct the check or the program, then deploy again.`,
        ),
    }
  }
  const targetPort = firstHttpPort(service.ports.map(({ containerPort }) => containerPort))
  const port = started.ports.find(({ containerPort }) => containerPort === targetPort) ?? started.ports[0]
  if (!port) return undefined
  return {
    waiting: `Waiting for port ${port.containerPort} to respond`,
    isReady: () => isListening(engine, started.id, port),
    withinMs: limits.portMs,
    failure: (seconds) =>
      new StartFailed(
        'portSilent',
        `Nothing responded on port ${port.containerPort} for ${seconds} seconds, so the program was stopped. Deploy it with the port that it listens on, and make it listen on all addresses (0.0.0.0).`,
      ),
  }
}

const describeCheck = (check: HealthCheck): string =>
  check.kind === 'http'
    ? `HTTP ${check.path} on port ${check.port}`
    : check.kind === 'tcp'
      ? `port ${check.port}`
      : 'command'

async function untilReady(
  { engine }: ReconcileOptions,
  leased: LeasedReplica,
  started: Workload,
  { waiting, isReady, withinMs, failure }: Readiness,
): Promise<Workload> {
  leased.logProgress(waiting)
  const beganMs = performance.now()
  let inspectedMs = beganMs
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs = performance.now() - beganMs) {
    if (await isReady()) return started
    const isWoken = await leased.lease.pause(waitedMs < FAST_POLL_FOR_MS ? FAST_POLL_MS : SLOW_POLL_MS)
    if (!isWoken && performance.now() - inspectedMs < INSPECTED_EVERY_MS) continue
    inspectedMs = performance.now()
    const now = await engine.inspect(started.id)
    if (now?.state.kind !== 'running') return now ?? vanished(started)
  }
  throw failure(Math.round(withinMs / 1000))
}

async function untilSettled(
  { engine, limits }: ReconcileOptions,
  leased: LeasedReplica,
  started: Workload,
): Promise<Workload> {
  await leased.lease.pause(limits.settleMs)
  return (await engine.inspect(started.id)) ?? vanished(started)
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
