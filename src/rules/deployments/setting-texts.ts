import type { HealthCheck } from '../../contract/wire/instance/health-check.ts'
import type { StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import { formatBytes, formatCpu } from '../format-size.ts'
import { wholeRulesText } from '../scaling/rules-text.ts'

type Field = Exclude<keyof StoredService, 'environment' | 'groupVariables' | 'files' | 'name'>
type Texts = { [F in Field]: { label: string; text?: (value: NonNullable<StoredService[F]>) => string } }

const words = (items: readonly string[]): string => items.join(' ')
const seconds = (ms: number): string => `${ms / 1000} s`

const checkText = (check: HealthCheck): string => {
  const { periodMs, timeoutMs, retries, startPeriodMs } = check
  const subject = {
    http: () => check.kind === 'http' && `HTTP ${check.path} on port ${check.port}`,
    tcp: () => check.kind === 'tcp' && `TCP on port ${check.port}`,
    command: () => check.kind === 'command' && words(check.command),
  }[check.kind]()
  const timing = `every ${seconds(periodMs)}, timeout ${seconds(timeoutMs)}, ${retries} failures`
  return `${subject}, ${timing}${startPeriodMs > 0 ? `, start period ${seconds(startPeriodMs)}` : ''}`
}

const texts: Texts = {
  image: { label: 'Image' },
  entrypoint: { label: 'Entrypoint', text: words },
  command: { label: 'Command', text: words },
  workingDirectory: { label: 'Working directory' },
  user: { label: 'User' },
  variableGroups: { label: 'Variable groups', text: words },
  ports: {
    label: 'Ports',
    text: (ports) =>
      ports
        .map(({ containerPort, protocol, exposure }) => `${containerPort} ${protocol.toUpperCase()} ${exposure}`)
        .join(', '),
  },
  cpuMilli: { label: 'CPU', text: formatCpu },
  memoryBytes: { label: 'Memory', text: formatBytes },
  storageBytes: { label: 'Storage', text: formatBytes },
  sharedMemoryBytes: { label: 'Shared memory', text: formatBytes },
  volumes: {
    label: 'Volumes',
    text: (volumes) =>
      volumes
        .map(
          ({ name, class: kind, sizeBytes, mountPath }) => `${name} ${formatBytes(sizeBytes)} ${kind} at ${mountPath}`,
        )
        .join(', '),
  },
  replicas: { label: 'Replicas' },
  ipLease: { label: 'IP lease' },
  staticAddress: { label: 'Static address' },
  healthCheck: { label: 'Health check', text: checkText },
  restartPolicy: { label: 'Restart' },
  stopSignal: { label: 'Stop signal' },
  stopGraceMs: { label: 'Time to stop', text: seconds },
  startAfter: { label: 'Starts after', text: words },
  autoscalingRules: { label: 'Autoscaling', text: wholeRulesText },
  releaseCommand: { label: 'Release command', text: words },
}

export const settingLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(texts).map(([field, { label }]) => [field, label]),
)

/** Returns the value of a service's field as text; null if it is not set. */
export const settingText = (field: string, value: unknown): string | null => {
  if (value === null || value === undefined) return null
  // The value is of this field.
  const { text = String } = (texts as Record<string, { text?: (value: unknown) => string }>)[field] ?? {}
  return text(value) || null
}
