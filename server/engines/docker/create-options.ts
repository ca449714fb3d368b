import type { ContainerCreateOptions } from 'dockerode'
import type { WorkloadSpec } from '../engine.ts'
import { checkedReference } from '../image-reference.ts'
import { fileSizeLimit } from './disk/storage-limit.ts'
import type { DockerNames } from './docker-names.ts'
import { volumeMount } from './volumes/volume-mount.ts'

/**
 * The engine rejects a number of processors (NanoCpus) larger than the machine has; it accepts any period and quota.
 */
const cpuPeriodMicros = 100_000
const processesPerWorkload = 1024
/** Podman's defaults exceed what a restricted host grants. Docker's own defaults are kept. */
const podmanLimits = ['nofile', 'nproc'].map((Name) => ({ Name, Soft: 4096, Hard: 4096 }))
/** Log rotation by the engine, for each workload: 5 files of 20 MB. */
const logFiles = { 'max-size': '20m', 'max-file': '5' }
/**
 * Default capabilities that an ordinary service never needs. NET_RAW is the most important: with it a container can
 * forge ARP, ICMP and source addresses. Packages that drop privileges, change owners or listen below 1024 keep working.
 */
const droppedCapabilities = ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SETPCAP', 'SYS_CHROOT']

/** Returns the options of a workload's container. */
export function createOptions(
  spec: WorkloadSpec,
  names: DockerNames,
  { isPodman, publishAddress }: { isPodman: boolean; publishAddress: string },
): ContainerCreateOptions {
  const ports = spec.ports.map((port) => ({
    key: `${port.containerPort}/${port.protocol ?? 'tcp'}`,
    hostPort: String(port.hostPort ?? ''),
  }))
  return {
    name: names.container(spec.id),
    Image: checkedReference(spec.image),
    ...(spec.entrypoint ? { Entrypoint: spec.entrypoint } : {}),
    ...(spec.command ? { Cmd: spec.command } : {}),
    ...(spec.workingDirectory === undefined ? {} : { WorkingDir: spec.workingDirectory }),
    ...(spec.user === undefined ? {} : { User: spec.user }),
    ...(spec.stopSignal === undefined ? {} : { StopSignal: spec.stopSignal }),
    Env: Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`),
    Labels: names.labels(spec),
    ExposedPorts: Object.fromEntries(ports.map(({ key }) => [key, {}])),
    HostConfig: {
      NetworkMode: names.network(spec.id).name,
      PortBindings: Object.fromEntries(
        ports.map(({ key, hostPort }) => [key, [{ HostIp: publishAddress, HostPort: hostPort }]]),
      ),
      CpuPeriod: cpuPeriodMicros,
      CpuQuota: (spec.limits.cpuMilli * cpuPeriodMicros) / 1000,
      Memory: spec.limits.memoryBytes,
      MemorySwap: spec.limits.memoryBytes,
      ...(spec.limits.sharedMemoryBytes === undefined ? {} : { ShmSize: spec.limits.sharedMemoryBytes }),
      ...(spec.mounts?.length ? { Mounts: spec.mounts.map((mount) => volumeMount(mount, names)) } : {}),
      PidsLimit: processesPerWorkload,
      Ulimits: [...(isPodman ? podmanLimits : []), ...fileSizeLimit(spec)],
      CapDrop: droppedCapabilities,
      SecurityOpt: ['no-new-privileges'],
      Init: true,
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'json-file', Config: logFiles },
    },
  }
}
