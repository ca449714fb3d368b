import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { Engine, Workload } from '../../engines/engine.ts'
import { firstHttpPort } from '../instances/gateway-links.ts'
import { systemLine } from '../logs/stored-line.ts'
import { handleWorkloadExit } from './handle-workload-exit.ts'
import type { LeasedInstance } from './leased-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Requeue } from './requeue.ts'
import { StartFailed } from './start-failed.ts'
import { isPortOpen } from './wait-for-port.ts'

/** Looks are frequent while most programs come up, then rarer. */
const FAST_POLL_MS = 20
const SLOW_POLL_MS = 100
const FAST_POLL_FOR_MS = 3000
const INSPECTED_EVERY_MS = 500

/** Waits until a started workload does what it was started for, and says so. */
export async function becomeActive(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  workload: Workload,
): Promise<Requeue> {
  options.logs.follow(id)
  const last = await (workload.ports.length > 0 ? untilPortOpen : untilSettled)(options, leased, id, workload)
  if (last.state.kind === 'ended') return handleWorkloadExit(options, leased, id, last.state)
  const isFirst = leased.row.observedAt === null
  const link = options.links.to(leased.row.host, firstHttpPort(leased.row.containerPorts) ?? 0, true)
  const activeMessage = `${leased.row.name} is active`
  await leased.write({
    set: {
      state: 'Active',
      status: 'Deployed',
      progressMessage: '',
      error: null,
      publishedPorts: last.ports,
      observedAt: new Date(),
      activeSince: new Date(),
      deadlineAt: null,
      dueAt: null,
    },
    isFirstTime: isFirst,
    projectTimestamp: 'lastInstanceActivatedAt',
    lines: [systemLine(last.ports.length > 0 && link ? `Active at ${link}` : 'Active')],
    events: [systemLine('Started')],
    notification: isFirst
      ? {
          type: 'success',
          title: 'Instance active',
          message: activeMessage,
          additionalData: { instance: leased.row.id },
        }
      : undefined,
  })
  return undefined
}

async function untilPortOpen(
  { engine, limits }: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  started: Workload,
): Promise<Workload> {
  const targetPort = firstHttpPort(leased.row.containerPorts)
  const port = started.ports.find(({ containerPort }) => containerPort === targetPort) ?? started.ports[0]
  if (!port) return started
  leased.logProgress(`Waiting for port ${port.containerPort} to respond`)
  const beganMs = performance.now()
  let inspectedMs = beganMs
  for (let waitedMs = 0; waitedMs < limits.portMs; waitedMs = performance.now() - beganMs) {
    if (await isReady(engine, id, port)) return started
    const isWoken = await leased.pause(waitedMs < FAST_POLL_FOR_MS ? FAST_POLL_MS : SLOW_POLL_MS)
    if (!isWoken && performance.now() - inspectedMs < INSPECTED_EVERY_MS) continue
    inspectedMs = performance.now()
    const now = await engine.inspect(id)
    if (now?.state.kind !== 'running') return now ?? vanished(started)
  }
  throw new StartFailed(
    'portSilent',
    `Nothing responded on port ${port.containerPort} for ${Math.round(limits.portMs / 1000)} seconds, so the program was stopped. Deploy it with the port that it listens on, and make it listen on all addresses (0.0.0.0).`,
  )
}

/** A relay takes a connection before it knows whether anything listens behind it, so the engine is asked first. */
async function isReady(engine: Engine, id: DeploymentId, port: Workload['ports'][number]): Promise<boolean> {
  const listens = await engine.listens(id, port.containerPort).catch(() => undefined)
  return listens !== false && isPortOpen(port.hostPort)
}

async function untilSettled(
  { engine, limits }: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  started: Workload,
): Promise<Workload> {
  await leased.pause(limits.settleMs)
  return (await engine.inspect(id)) ?? vanished(started)
}

/** Somebody removed it behind our back: what there is to say is said as of an end. */
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
