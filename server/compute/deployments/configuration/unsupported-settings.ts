import type { FieldError } from '../../../../src/contract/error-codes.ts'
import type { InstanceConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { ServiceSettings } from '../../../../src/contract/wire/instance/service.ts'

/** Settings that only some installations can honour. */
export type Feature =
  | 'entrypoint'
  | 'workingDirectory'
  | 'user'
  | 'files'
  | 'udp'
  | 'sharedMemory'
  | 'volumes'
  | 'addresses'
  | 'stopSignal'

/** What every engine of this version honours. */
export const supportedFeatures: ReadonlySet<Feature> = new Set()

const uses: Record<Feature, { field: string; label: string; isUsed: (service: ServiceSettings) => boolean }> = {
  entrypoint: { field: 'entrypoint', label: 'An entrypoint', isUsed: ({ entrypoint }) => entrypoint !== null },
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
  addresses: { field: 'ipLease', label: 'A static address', isUsed: ({ ipLease }) => ipLease !== 'shared-ip' },
  stopSignal: { field: 'stopSignal', label: 'A stop signal', isUsed: ({ stopSignal }) => stopSignal !== null },
}

/** Returns an error at the field of each setting that would be ignored. */
export const unsupportedSettings = (
  { services }: InstanceConfiguration,
  supported: ReadonlySet<Feature>,
): FieldError[] =>
  services.flatMap((service, index) =>
    Object.entries(uses)
      .filter(([feature, { isUsed }]) => isUsed(service) && !supported.has(feature as Feature))
      .map(([, { field, label }]) => ({
        field: `configuration.services.${index}.${field}`,
        message: `${label} is not supported by the engine of this region.`,
      })),
  )
