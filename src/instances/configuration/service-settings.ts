import type { HealthCheck } from '../../contract/wire/instance/health-check.ts'
import type { StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import { formatBytes, formatCpu } from '../../rules/format-size.ts'

/** A setting as text, or the digest of a value that is not shown. */
export interface SettingValue {
  text?: string
  hidden?: string
}

type Setting = [field: string, value: SettingValue]

const shown = (field: string, text: string | number | null): Setting[] =>
  text === null || text === '' ? [] : [[field, { text: String(text) }]]

const words = (items: readonly string[] | null): string | null => items?.join(' ') ?? null

const seconds = (ms: number): string => `${ms / 1000} s`

const checkText = (check: HealthCheck | null): string | null => {
  if (!check) return null
  const what = {
    http: () => check.kind === 'http' && `HTTP ${check.path} on port ${check.port}`,
    tcp: () => check.kind === 'tcp' && `TCP on port ${check.port}`,
    command: () => check.kind === 'command' && check.command.join(' '),
  }[check.kind]()
  const { periodMs, timeoutMs, retries, startPeriodMs } = check
  const timing = `every ${seconds(periodMs)}, timeout ${seconds(timeoutMs)}, ${retries} failures`
  return `${what}, ${timing}${startPeriodMs > 0 ? `, start period ${seconds(startPeriodMs)}` : ''}`
}

/** Returns the settings of a service by their names; none for a service that does not exist. */
export const settingsOf = (service: StoredService | undefined): ReadonlyMap<string, SettingValue> =>
  new Map(service ? allSettings(service) : [])

const allSettings = (service: StoredService): Setting[] => [
  ...shown('Image', service.image),
  ...shown('Entrypoint', words(service.entrypoint)),
  ...shown('Command', words(service.command)),
  ...shown('Working directory', service.workingDirectory),
  ...shown('User', service.user),
  ...service.environment.map(
    ({ name, isSecret, digest }): Setting => [`Variable ${name}`, { hidden: `${digest} ${isSecret}` }],
  ),
  ...service.files.map(
    ({ path, mode, isSecret, digest }): Setting => [`File ${path}`, { hidden: `${digest} ${mode} ${isSecret}` }],
  ),
  ...service.ports.flatMap(({ containerPort, protocol, exposure }) =>
    shown(`Port ${containerPort}`, `${protocol.toUpperCase()}, ${exposure}`),
  ),
  ...shown('CPU', formatCpu(service.cpuMilli)),
  ...shown('Memory', formatBytes(service.memoryBytes)),
  ...shown('Storage', formatBytes(service.storageBytes)),
  ...shown('Shared memory', service.sharedMemoryBytes && formatBytes(service.sharedMemoryBytes)),
  ...service.volumes.flatMap(({ name, class: storageClass, sizeBytes, mountPath }) =>
    shown(`Volume ${name}`, `${formatBytes(sizeBytes)} ${storageClass} at ${mountPath}`),
  ),
  ...shown('Replicas', service.replicas),
  ...shown('IP lease', service.ipLease),
  ...shown('Health check', checkText(service.healthCheck)),
  ...shown('Restart', service.restartPolicy),
  ...shown('Stop signal', service.stopSignal),
  ...shown('Time to stop', seconds(service.stopGraceMs)),
  ...shown('Starts after', words(service.startAfter)),
  ...shown('Autoscaling', service.autoscalingRules && JSON.stringify(service.autoscalingRules)),
  ...shown('Release command', words(service.releaseCommand)),
]
