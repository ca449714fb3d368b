import { stringify } from 'yaml'
import { serviceFields } from '../configuration/service-fields.ts'
import { writeFields } from '../configuration/structure-codecs.ts'
import type { WritableConfiguration } from '../configuration/write-configuration.ts'
import { formatDuration } from '../units/durations.ts'
import { protocolOf } from './read-ports.ts'
import { EXTENSION } from './read-service.ts'
import { withoutVariables } from './variables/substitute-variables.ts'

type Service = WritableConfiguration['configuration']['services'][number]
type Port = Service['ports'][number]

/** Writes a configuration as a Docker Compose file. What Compose has no word for stands under `x-longshore`. */
export const writeCompose = ({ name, configuration: { services, projectNetwork } }: WritableConfiguration): string =>
  stringify(
    {
      ...(name !== undefined && PROJECT_NAME.test(name) && { name }),
      services: Object.fromEntries(services.map((service) => [service.name, writeService(service)])),
      ...volumesOf(services),
      ...(projectNetwork && { [EXTENSION]: { projectNetwork } }),
    },
    { version: '1.2', lineWidth: 0, aliasDuplicateObjects: false },
  )

/** Compose accepts no other name. */
const PROJECT_NAME = /^[a-z0-9][a-z0-9_-]*$/

const volumesOf = (services: readonly Service[]) => {
  const names = new Set(services.flatMap(({ volumes }) => volumes.map(({ name }) => name)))
  return names.size > 0 ? { volumes: Object.fromEntries([...names].map((name) => [name, {}])) } : {}
}

const restarts = { always: 'always', 'on-failure': 'on-failure', never: 'no' } as const

const writeService = (service: Service) => ({
  image: service.image,
  ...filled({
    entrypoint: service.entrypoint?.map(withoutVariables),
    command: service.command?.map(withoutVariables),
    working_dir: service.workingDirectory,
    user: service.user,
    environment: variablesOf(service),
    ports: service.ports.filter(isPublic).map(writePort),
    expose: service.ports.filter((port) => !isPublic(port)).map(writePort),
    volumes: service.volumes.map(({ name, mountPath }) => `${name}:${mountPath}`),
    depends_on: service.startAfter,
    healthcheck: healthCheckOf(service),
    shm_size: service.sharedMemoryBytes === null ? null : `${service.sharedMemoryBytes}b`,
    stop_signal: service.stopSignal,
  }),
  restart: restarts[service.restartPolicy],
  stop_grace_period: formatDuration(service.stopGraceMs),
  deploy: {
    replicas: service.replicas,
    resources: { limits: { cpus: String(service.cpuMilli / 1000), memory: `${service.memoryBytes}b` } },
  },
  [EXTENSION]: extensionOf(service),
})

const filled = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined,
    ),
  )

/** A value that is kept or secret becomes a variable, so that the file holds no secret. */
const variablesOf = ({ environment }: Service) =>
  environment.length === 0
    ? undefined
    : new Map(
        environment.map((item) => [
          item.name,
          'value' in item && item.value !== undefined && !item.isSecret
            ? withoutVariables(item.value)
            : `\${${item.name}:?enter its value}`,
        ]),
      )

const isPublic = ({ exposure }: Port) => exposure === 'public'
const writePort = ({ containerPort, protocol }: Port) => `${containerPort}${protocol === 'udp' ? '/udp' : ''}`

const healthCheckOf = ({ healthCheck }: Service) =>
  healthCheck?.kind === 'command'
    ? {
        test: ['CMD', ...healthCheck.command.map(withoutVariables)],
        interval: formatDuration(healthCheck.periodMs),
        timeout: formatDuration(healthCheck.timeoutMs),
        retries: healthCheck.retries,
        start_period: formatDuration(healthCheck.startPeriodMs),
      }
    : undefined

const isAsCompose = ({ containerPort, protocol, exposure }: Port) =>
  exposure === 'public'
    ? protocol === protocolOf(containerPort, protocol === 'udp' ? 'udp' : undefined)
    : protocol !== 'http'

/** Compose lists public ports before internal ones, and has no protocol for an application. */
const areExpressible = (ports: readonly Port[]) =>
  ports.every((port, at) => isAsCompose(port) && (at === 0 || !isPublic(port) || ports[at - 1]?.exposure === 'public'))

/** Only what the fields of Compose leave open. */
const extensionOf = (service: Service) => {
  const { storageBytes, ipLease, staticAddress, healthCheck, volumes, files, ports, releaseCommand, autoscalingRules } =
    service
  const { variableGroups = [] } = service
  const written = writeFields(
    {
      storageBytes,
      releaseCommand,
      autoscalingRules,
      ...(ipLease !== 'shared-ip' && { ipLease }),
      ...(staticAddress !== null && { staticAddress }),
      ...(healthCheck?.kind !== 'command' && { healthCheck }),
      ...(volumes.length > 0 && { volumes }),
      ...(files.length > 0 && { files: files.map(withoutSecret) }),
      ...(!areExpressible(ports) && { ports }),
      ...(variableGroups.length > 0 && { variableGroups }),
    },
    serviceFields,
  )
  return deepWithoutVariables(written)
}

const withoutSecret = (file: Service['files'][number]) => (file.isSecret ? { ...file, content: undefined } : file)

const deepWithoutVariables = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutVariables(value)
  if (Array.isArray(value)) return value.map(deepWithoutVariables)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, deepWithoutVariables(part)]))
  return value
}
