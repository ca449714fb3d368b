import type { Engine, Workload } from '../engine.ts'
import { EngineFailure } from '../engine.ts'
import type { Probe, ProbeResult } from '../interface/commands.ts'
import { LOOPBACK } from '../interface/networks.ts'
import { probeHttp } from './probe-http.ts'
import { probeTcp } from './probe-tcp.ts'

type Source = Pick<Engine, 'inspect' | 'listens' | 'exec' | 'publishAddress'>
type PortProbe = Exclude<Probe, { kind: 'command' }>

/** Tests the readiness of workloads, in the same way for every driver. */
export function probeWorkload(engine: Source): Engine['probe'] {
  return async (of, probe, signal) => {
    const workload = typeof of === 'string' ? await engine.inspect(of) : of
    if (workload?.state.kind !== 'running') return notReady('The workload is not running.')
    if (workload.state.isPaused) throw new EngineFailure('unexpected', 'The workload is paused.')
    return probe.kind === 'command'
      ? probeByCommand(engine, workload.id, probe, signal)
      : probePort(engine, workload, probe, signal)
  }
}

async function probeByCommand(
  engine: Source,
  id: string,
  { command, timeoutMs }: Extract<Probe, { kind: 'command' }>,
  signal: AbortSignal | undefined,
): Promise<ProbeResult> {
  try {
    const { exitCode, hasTimedOut } = await engine.exec(id, command, { timeoutMs, signal })
    if (hasTimedOut) return notReady(`The command did not end within ${timeoutMs} ms.`)
    // The output may hold secrets, so it is no part of the reason.
    return exitCode === 0 ? { isReady: true } : notReady(`The command ended with exit code ${exitCode}.`)
  } catch (error) {
    if (error instanceof EngineFailure && isAboutTheWorkload(error)) return notReady(error.message)
    throw error
  }
}

async function probePort(
  engine: Source,
  workload: Workload,
  probe: PortProbe,
  signal: AbortSignal | undefined,
): Promise<ProbeResult> {
  const port = workload.ports.find(
    ({ containerPort, protocol = 'tcp' }) => containerPort === probe.containerPort && protocol === 'tcp',
  )
  if (!port) return notReady(`Port ${probe.containerPort} is not published, so it cannot be tested.`)
  // A relay accepts connections even when nothing listens behind it.
  const listens = await engine.listens(workload, port.containerPort).catch(() => undefined)
  if (listens === false) return notReady(`Nothing listens on port ${port.containerPort}.`)
  if (listens && probe.kind === 'tcp') return { isReady: true }
  const limit = AbortSignal.timeout(probe.timeoutMs)
  const within = signal ? AbortSignal.any([signal, limit]) : limit
  const at = { host: engine.publishAddress ?? LOOPBACK, port: port.hostPort }
  const reason = probe.kind === 'http' ? await probeHttp(at, probe, within) : await probeTcp(at, within)
  signal?.throwIfAborted()
  if (limit.aborted && reason !== undefined)
    return notReady(`Port ${port.containerPort} did not respond within ${probe.timeoutMs} ms.`)
  return reason === undefined ? { isReady: true } : notReady(reason)
}

const isAboutTheWorkload = ({ code }: EngineFailure): boolean =>
  ['commandNotFound', 'commandUnsupported', 'workloadNotRunning', 'workloadNotFound'].includes(code)

const notReady = (reason: string): ProbeResult => ({ isReady: false, reason })
