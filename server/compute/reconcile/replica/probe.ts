import { connect } from 'node:net'
import type { HealthCheck } from '../../../../src/contract/wire/instance/health-check.ts'
import type { Engine, Workload } from '../../../engines/engine.ts'

/** A container engine's own proxy accepts a connection and drops it at once while nothing listens behind it. */
const OPEN_MS = 30
const CONNECT_MS = 1000

/** Returns whether a workload passes its check once. Failures of the engine count as not ready. */
export async function probe(engine: Engine, workload: Workload, check: HealthCheck): Promise<boolean> {
  switch (check.kind) {
    case 'http': {
      const hostPort = hostPortOf(workload, check.port)
      return hostPort !== undefined && respondsToHttp(hostPort, check.path, check.timeoutMs)
    }
    case 'tcp': {
      const hostPort = hostPortOf(workload, check.port)
      return (
        hostPort !== undefined &&
        isListening(engine, workload.id, { containerPort: check.port, hostPort }, check.timeoutMs)
      )
    }
    case 'command': {
      const result = engine.exec(workload.id, check.command, AbortSignal.timeout(check.timeoutMs))
      return result.then(
        ({ exitCode }) => exitCode === 0,
        () => false,
      )
    }
  }
}

/** Checks the engine first, because a relay accepts connections even when nothing listens behind it. */
export async function isListening(
  engine: Engine,
  id: string,
  port: Workload['ports'][number],
  timeoutMs = CONNECT_MS,
): Promise<boolean> {
  const listens = await engine.listens(id, port.containerPort).catch(() => undefined)
  return listens !== false && isPortOpen(port.hostPort, timeoutMs)
}

const hostPortOf = (workload: Workload, containerPort: number): number | undefined =>
  workload.ports.find((port) => port.containerPort === containerPort)?.hostPort

/** Redirects count as ready: the program decides where they lead. */
async function respondsToHttp(hostPort: number, path: string, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${hostPort}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.status < 400
  } catch {
    return false
  }
}

/** Returns whether a loopback port accepts a connection and keeps it open. */
export function isPortOpen(port: number, timeoutMs = CONNECT_MS): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const settle = (isOpen: boolean) => {
      clearTimeout(limit)
      clearTimeout(held)
      socket.destroy()
      resolve(isOpen)
    }
    let held: NodeJS.Timeout | undefined
    const limit = setTimeout(() => settle(false), timeoutMs)
    socket.on('connect', () => {
      held = setTimeout(() => settle(true), OPEN_MS)
    })
    socket.on('data', () => settle(true))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
  })
}
