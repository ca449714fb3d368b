import type { DockerVersion } from 'dockerode'
import type { EngineCapabilities, EngineDescription, MeasuredIsolation } from '../interface/description.ts'
import type { DockerClient } from './docker-client.ts'
import { describeIsolation } from './isolation/describe-isolation.ts'

interface EngineInfo {
  ID?: string
  NCPU: number
  MemTotal: number
  SecurityOptions?: string[]
}

export async function describeDocker(
  client: DockerClient,
  measured: MeasuredIsolation | undefined,
  signal: AbortSignal,
): Promise<EngineDescription> {
  const [info, version, isPodman] = await Promise.all([
    client.getJson<EngineInfo>('/info', signal),
    client.getJson<DockerVersion>('/version', signal),
    client.isPodman(),
  ])
  const isRootless = info.SecurityOptions?.some((option) => option.includes('rootless')) ?? false
  const limits = isRootless
    ? 'Each workload runs in its own container as an unprivileged user. Processor, memory and process limits apply where the system lets that user set them.'
    : 'Each workload runs in its own container with its own processor, memory and process limits.'
  return {
    name: 'docker',
    // Podman makes up another one for each request.
    ...(!isPodman && info.ID && { id: info.ID }),
    version: `${isPodman ? 'Podman' : 'Docker'} ${version.Version}`,
    isolation: [limits, describeIsolation(measured)].filter(Boolean).join(' '),
    measured,
    cpuCount: info.NCPU,
    memoryBytes: info.MemTotal,
  }
}

export function dockerCapabilities(volumeSizes: boolean | undefined): EngineCapabilities {
  return {
    files: true,
    volumes: true,
    volumeSizes,
    networks: true,
    udp: true,
    commands: true,
    users: true,
    workingDirectory: true,
    sharedMemory: true,
    stopSignals: true,
    streams: true,
  }
}
