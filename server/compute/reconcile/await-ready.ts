import { connect } from 'node:net'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { Engine, Workload } from '../../engines/engine.ts'
import { firstHttpPort } from '../instances/gateway-links.ts'
import type { LeasedInstance } from './leased-instance.ts'
import type { EventOf } from './reconcile-event.ts'
import { StartFailed } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** Polls frequently while most programs start, and then less often. */
const FAST_POLL_MS = 20
const SLOW_POLL_MS = 100
const FAST_POLL_FOR_MS = 3000
const INSPECTED_EVERY_MS = 500
const CONNECT_MS = 1000
/** A container engine's own proxy accepts a connection and drops it at once while nothing listens behind it. */
const OPEN_MS = 30

/** Waits until a started workload accepts connections on its port or, without a port, still runs after a moment. */
export async function awaitReady(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  started: Workload,
): Promise<EventOf<'ready'> | EventOf<'exited'>> {
  options.logs.follow(id)
  const hasPorts = started.ports.length > 0
  const { state, ports } = await (hasPorts ? untilPortOpen : untilSettled)(options, leased, id, started)
  if (state.kind === 'ended') return { kind: 'exited', exit: state }
  const { host, containerPorts } = leased.row
  const url = hasPorts ? options.links.to(host, firstHttpPort(containerPorts) ?? 0, true) : null
  return { kind: 'ready', ports, url }
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

/** Checks the engine first, because a relay accepts connections even when nothing listens behind it. */
async function isReady(engine: Engine, id: DeploymentId, port: Workload['ports'][number]): Promise<boolean> {
  const listens = await engine.listens(id, port.containerPort).catch(() => undefined)
  return listens !== false && isPortOpen(port.hostPort)
}

/** Returns whether a loopback port accepts a connection and keeps it open. */
export function isPortOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const settle = (isOpen: boolean) => {
      clearTimeout(limit)
      clearTimeout(held)
      socket.destroy()
      resolve(isOpen)
    }
    let held: NodeJS.Timeout | undefined
    const limit = setTimeout(() => settle(false), CONNECT_MS)
    socket.on('connect', () => {
      held = setTimeout(() => settle(true), OPEN_MS)
    })
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
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
