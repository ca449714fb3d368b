import type { ContainerCreateOptions } from 'dockerode'
import type { WorkloadSpec } from '../engine.ts'
import { checkedReference } from '../image-reference.ts'
import { fileSizeLimit } from './disk/storage-limit.ts'
import type { DockerNames } from './docker-names.ts'

/** A share by period and quota may be larger than the machine; as a number of processors the engine would refuse it. */
const cpuPeriodMicros = 100_000
const processesPerWorkload = 1024
/** Podman would otherwise ask for more than a restricted host grants; Docker's own default is left alone. */
const podmanLimits = ['nofile', 'nproc'].map((Name) => ({ Name, Soft: 4096, Hard: 4096 }))
/** Kept by the engine for each workload: 5 files of 20 MB. */
const logFiles = { 'max-size': '20m', 'max-file': '5' }
/**
 * What an ordinary service never needs, of the engine's usual set. NET_RAW above all: with it a container forges ARP,
 * ICMP and source addresses. Packages that drop privileges, change owners or listen below 1024 keep working.
 */
const droppedCapabilities = ['AUDIT_WRITE', 'MKNOD', 'NET_RAW', 'SETFCAP', 'SETPCAP', 'SYS_CHROOT']

/** The container that a workload becomes. */
export function createOptions(spec: WorkloadSpec, names: DockerNames, isPodman: boolean): ContainerCreateOptions {
  const ports = spec.ports.map((port) => ({ key: `${port.containerPort}/tcp`, hostPort: String(port.hostPort ?? '') }))
  return {
    name: names.container(spec.id),
    Image: checkedReference(spec.image),
    ...(spec.command ? { Cmd: spec.command } : {}),
    Env: Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`),
    Labels: names.labels(spec),
    ExposedPorts: Object.fromEntries(ports.map(({ key }) => [key, {}])),
    HostConfig: {
      NetworkMode: names.network(spec.id).name,
      PortBindings: Object.fromEntries(
        ports.map(({ key, hostPort }) => [key, [{ HostIp: '127.0.0.1', HostPort: hostPort }]]),
      ),
      CpuPeriod: cpuPeriodMicros,
      CpuQuota: (spec.limits.cpuMilli * cpuPeriodMicros) / 1000,
      Memory: spec.limits.memoryBytes,
      MemorySwap: spec.limits.memoryBytes,
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
