import type { HealthCheck } from '../../contract/wire/instance/health-check.ts'
import type { StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import type { ServicePort } from '../../contract/wire/instance/resources.ts'
import type { ServiceSettings } from '../../contract/wire/instance/service.ts'
import { draftOf } from '../scaling/rules-draft.ts'
import type { RulesDraft } from '../scaling/rules-draft-schema.ts'
import { linesOf } from './argument-lines.ts'

const MIB = 1_048_576
const GIB = 1024 * MIB

export interface VariableDraft {
  name: string
  /** Null keeps the saved value. */
  value: string | null
  isSecret: boolean
  isSaved: boolean
  /** What the saved value is made of, such as `db.PASSWORD`. */
  references?: readonly string[]
}

export type PortDraft = Omit<ServicePort, 'containerPort'> & { containerPort: string }

/** The fields of every kind of check, so that a change of the kind loses nothing. */
export interface HealthCheckDraft {
  kind: HealthCheck['kind'] | 'none'
  path: string
  port: string
  command: string
  periodSeconds: number | null
  timeoutSeconds: number | null
  retries: number | null
  startPeriodSeconds: number | null
}

/** A configuration file. Without its content, it keeps that of the saved file at its path. */
export interface FileDraft {
  path: string
  /** NaN while no mode is typed. */
  mode: number
  isSecret: boolean
  content?: string
  /** Where it was saved; left out for a new one. */
  savedPath?: string
}

export const keepsContent = ({ content, path, savedPath }: FileDraft): boolean =>
  content === undefined && path === savedPath

/** The fields that the form shows as they are, or only the file of the configuration. */
export interface KeptFields
  extends Pick<ServiceSettings, 'sharedMemoryBytes' | 'volumes' | 'ipLease' | 'staticAddress'> {
  /** The keys of other services. */
  startAfter: string[]
  files: FileDraft[]
}

/** A service as it is typed. */
export interface ServiceDraft {
  /** Identifies it while its name changes. */
  key: string
  kept: KeptFields
  name: string
  image: string
  /** One argument per line. */
  entrypoint: string
  command: string
  releaseCommand: string
  workingDirectory: string
  user: string
  environment: VariableDraft[]
  variableGroups: readonly string[]
  ports: PortDraft[]
  cpu: number | null
  memoryMib: number | null
  storageGib: number | null
  replicas: number | null
  /** Null for a service that always has its number of replicas. */
  autoscaling: RulesDraft | null
  healthCheck: HealthCheckDraft
  restartPolicy: ServiceSettings['restartPolicy']
  stopSignal: string
  stopGraceSeconds: number | null
}

const noCheck: HealthCheckDraft = {
  kind: 'none',
  path: '/',
  port: '',
  command: '',
  periodSeconds: 10,
  timeoutSeconds: 3,
  retries: 3,
  startPeriodSeconds: 0,
}

/** The port that a check can only mean; null if there are several or none. */
export const onlyPortOf = (ports: readonly { containerPort: number; protocol: string }[]): number | null => {
  const [first, ...others] = ports.filter(({ protocol }) => protocol !== 'udp')
  return first && others.length === 0 ? first.containerPort : null
}

/** A new check begins with the service's only port. */
export const healthCheckDraft = (check: HealthCheck | null, onlyPort: number | null = null): HealthCheckDraft =>
  check
    ? {
        ...noCheck,
        kind: check.kind,
        ...(check.kind === 'http' && { path: check.path }),
        ...(check.kind === 'command' ? { command: linesOf(check.command) } : { port: String(check.port) }),
        periodSeconds: check.periodMs / 1000,
        timeoutSeconds: check.timeoutMs / 1000,
        retries: check.retries,
        startPeriodSeconds: check.startPeriodMs / 1000,
      }
    : { ...noCheck, port: onlyPort === null ? '' : String(onlyPort) }

/** Returns the settings of a service as the form shows them, with other variables and files. */
export const settingsDraft = (
  service: Omit<ServiceSettings, 'environment' | 'files'>,
  { key, environment, files }: Pick<ServiceDraft, 'key' | 'environment'> & Pick<KeptFields, 'files'>,
): ServiceDraft => ({
  key,
  kept: {
    sharedMemoryBytes: service.sharedMemoryBytes,
    volumes: service.volumes,
    ipLease: service.ipLease,
    staticAddress: service.staticAddress ?? null,
    startAfter: service.startAfter,
    files,
  },
  name: service.name,
  image: service.image,
  entrypoint: linesOf(service.entrypoint),
  command: linesOf(service.command),
  releaseCommand: linesOf(service.releaseCommand),
  workingDirectory: service.workingDirectory ?? '',
  user: service.user ?? '',
  environment,
  variableGroups: service.variableGroups,
  ports: service.ports.map((port) => ({ ...port, containerPort: String(port.containerPort) })),
  cpu: service.cpuMilli / 1000,
  memoryMib: service.memoryBytes / MIB,
  storageGib: service.storageBytes / GIB,
  replicas: service.replicas,
  autoscaling: service.autoscalingRules && draftOf(service.autoscalingRules),
  healthCheck: healthCheckDraft(service.healthCheck, onlyPortOf(service.ports)),
  restartPolicy: service.restartPolicy,
  stopSignal: service.stopSignal ?? '',
  stopGraceSeconds: service.stopGraceMs / 1000,
})

/** Returns a saved service as the form shows it. */
export const serviceDraft = (service: StoredService): ServiceDraft =>
  settingsDraft(
    { ...service, variableGroups: service.variableGroups ?? [] },
    {
      key: service.name,
      environment: service.environment.map(({ name, isSecret, references }) => ({
        name,
        value: null,
        isSecret,
        isSaved: true,
        ...(references && { references }),
      })),
      files: service.files.map(({ path, mode, isSecret }) => ({ path, mode, isSecret, savedPath: path })),
    },
  )

type Resources = Pick<ServiceDraft, 'cpu' | 'memoryMib' | 'storageGib' | 'restartPolicy' | 'stopGraceSeconds'>

const usual: Resources = { cpu: 0.5, memoryMib: 512, storageGib: 5, restartPolicy: 'always', stopGraceSeconds: 10 }

/** Returns an empty service of the size of another one, or of the smallest usual size. */
export const blankService = (
  key: string,
  { cpu, memoryMib, storageGib, restartPolicy, stopGraceSeconds }: Resources = usual,
): ServiceDraft => ({
  key,
  kept: {
    sharedMemoryBytes: null,
    volumes: [],
    ipLease: 'shared-ip',
    staticAddress: null,
    startAfter: [],
    files: [],
  },
  name: '',
  image: '',
  entrypoint: '',
  command: '',
  releaseCommand: '',
  workingDirectory: '',
  user: '',
  environment: [],
  variableGroups: [],
  ports: [],
  cpu,
  memoryMib,
  storageGib,
  replicas: 1,
  autoscaling: null,
  healthCheck: noCheck,
  restartPolicy,
  stopSignal: '',
  stopGraceSeconds,
})
