import type { ContainerInspectInfo } from 'dockerode'
import type { Workload, WorkloadState } from '../engine.ts'
import { exitMessage } from '../exit-message.ts'
import { readLabels } from './docker-names.ts'

/** Converts a container to its workload; undefined when it belongs to another installation. */
export function dockerWorkload(info: ContainerInspectInfo, installationId: string): Workload | undefined {
  const ours = readLabels(info.Config.Labels ?? {}, installationId)
  return ours && { ...ours, state: stateOf(info.State), ports: portsOf(info), ...bridgeOf(info) }
}

function bridgeOf({ NetworkSettings }: ContainerInspectInfo): Pick<Workload, 'bridge'> {
  const found = Object.values(NetworkSettings.Networks ?? {}).find(({ IPAddress, Gateway }) => IPAddress && Gateway)
  return found ? { bridge: { address: found.IPAddress, gateway: found.Gateway } } : {}
}

function stateOf(state: ContainerInspectInfo['State']): WorkloadState {
  if (state.Running || state.Paused || state.Restarting) {
    return { kind: 'running', startedAtMs: Date.parse(state.StartedAt), ...(state.Paused && { isPaused: true }) }
  }
  if (!hasHappened(state.FinishedAt)) return { kind: 'created' }
  return {
    kind: 'ended',
    exitCode: state.ExitCode,
    outOfMemory: state.OOMKilled,
    endedAtMs: Date.parse(state.FinishedAt),
    message: exitMessage(state.ExitCode, state.OOMKilled),
  }
}

/** Engines report year 1 for a time that has not come yet. */
function hasHappened(time: string): boolean {
  return Date.parse(time) > 0
}

function portsOf(info: ContainerInspectInfo): Workload['ports'] {
  return Object.entries(info.NetworkSettings.Ports ?? {}).flatMap(([key, bindings]) => {
    const hostPort = Number(bindings?.[0]?.HostPort)
    const protocol = key.endsWith('/udp') ? ({ protocol: 'udp' } as const) : {}
    return hostPort > 0 ? [{ containerPort: Number.parseInt(key, 10), ...protocol, hostPort }] : []
  })
}
