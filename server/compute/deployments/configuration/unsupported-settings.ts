import type { FieldError } from '../../../../src/contract/error-codes.ts'
import { type OptionalSetting, optionalSettings } from '../../../../src/contract/wire/catalogue.ts'
import type { InstanceConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { ServiceSettings } from '../../../../src/contract/wire/instance/service.ts'
import type { EngineCapabilities } from '../../../engines/interface/description.ts'

/** Returns the settings that workloads of an engine can have in a region. */
export function supportedSettings(
  engine: EngineCapabilities,
  { addressCount }: { addressCount: number },
): ReadonlySet<OptionalSetting> {
  const isSupported: Record<OptionalSetting, boolean> = {
    entrypoint: engine.commands,
    command: engine.commands,
    workingDirectory: engine.workingDirectory,
    user: engine.users,
    files: engine.files,
    udp: engine.udp,
    sharedMemory: engine.sharedMemory,
    volumes: engine.volumes,
    addresses: addressCount > 0,
    stopSignal: engine.stopSignals,
    commandCheck: engine.commands,
    releaseCommand: engine.commands,
    projectNetwork: engine.networks,
  }
  return new Set(optionalSettings.filter((setting) => isSupported[setting]))
}

const uses: Record<
  Exclude<OptionalSetting, 'projectNetwork'>,
  { field: string; label: string; isUsed: (service: ServiceSettings) => boolean }
> = {
  entrypoint: { field: 'entrypoint', label: 'An entrypoint', isUsed: ({ entrypoint }) => entrypoint !== null },
  command: { field: 'command', label: 'A command', isUsed: ({ command }) => command !== null },
  workingDirectory: {
    field: 'workingDirectory',
    label: 'A working directory',
    isUsed: ({ workingDirectory }) => workingDirectory !== null,
  },
  user: { field: 'user', label: 'A user', isUsed: ({ user }) => user !== null },
  files: { field: 'files', label: 'A configuration file', isUsed: ({ files }) => files.length > 0 },
  udp: { field: 'ports', label: 'A UDP port', isUsed: ({ ports }) => ports.some(({ protocol }) => protocol === 'udp') },
  sharedMemory: {
    field: 'sharedMemoryBytes',
    label: 'Shared memory',
    isUsed: ({ sharedMemoryBytes }) => sharedMemoryBytes !== null,
  },
  volumes: { field: 'volumes', label: 'A volume', isUsed: ({ volumes }) => volumes.length > 0 },
  addresses: { field: 'ipLease', label: 'An IP address of its own', isUsed: ({ ipLease }) => ipLease !== 'shared-ip' },
  stopSignal: { field: 'stopSignal', label: 'A stop signal', isUsed: ({ stopSignal }) => stopSignal !== null },
  commandCheck: {
    field: 'healthCheck.command',
    label: 'A health check by a command',
    isUsed: ({ healthCheck }) => healthCheck?.kind === 'command',
  },
  releaseCommand: {
    field: 'releaseCommand',
    label: 'A release command',
    isUsed: ({ releaseCommand }) => releaseCommand !== null,
  },
}

type ServiceSetting = keyof typeof uses

const ofServices = optionalSettings.filter((setting) => setting !== 'projectNetwork')

export const unsupportedMessage = (setting: ServiceSetting): string =>
  setting === 'addresses'
    ? `${uses[setting].label} is not available in this region.`
    : `${uses[setting].label} is not supported by the engine of this region.`

/** Returns an error at the field of each setting that would be ignored. */
export const unsupportedSettings = (
  { services }: InstanceConfiguration,
  supported: ReadonlySet<OptionalSetting>,
  prefixOf: (service: number) => string,
): FieldError[] =>
  services.flatMap((service, index) =>
    ofServices
      .filter((setting) => uses[setting].isUsed(service) && !supported.has(setting))
      .map((setting) => ({
        field: `${prefixOf(index)}${uses[setting].field}`,
        message: unsupportedMessage(setting),
      })),
  )
