import type { InputOf } from '../../../src/contract/contract.ts'
import type { ConfigurationFile } from '../../../src/rules/configuration/configuration-file.ts'
import { CommandError } from '../../command-error.ts'

type FlatSettings = Pick<
  InputOf<'createInstance'>,
  'image' | 'command' | 'machineImageId' | 'cpu' | 'memory' | 'storage' | 'environment' | 'ports'
>
type Service = ConfigurationFile['configuration']['services'][number]

/** The fields that the call to create an instance has no place for, with what they are when a file leaves them out. */
const unused = {
  entrypoint: null,
  workingDirectory: null,
  user: null,
  files: [],
  sharedMemoryBytes: null,
  volumes: [],
  replicas: 1,
  ipLease: 'shared-ip',
  healthCheck: null,
  stopSignal: null,
  startAfter: [],
  autoscalingRules: null,
  releaseCommand: null,
} as const satisfies Partial<Service>

/** Returns the configuration as the fields of a call. Rejects what would get lost. */
export const flatSettings = ({ configuration: { services } }: ConfigurationFile): FlatSettings => {
  const [service, second] = services
  if (!service || second) throw new CommandError('This version deploys files with one service only.')
  const lost = Object.entries(unused)
    .filter(([name, byDefault]) => JSON.stringify(service[name as keyof Service]) !== JSON.stringify(byDefault))
    .map(([name]) => name)
  if (lost.length > 0) throw new CommandError(`This version cannot deploy: ${lost.join(', ')}.`)
  const { image, command, cpuMilli, memoryBytes, storageBytes, environment, ports } = service
  return {
    image,
    command,
    machineImageId: 'custom-id',
    cpu: cpuMilli,
    memory: memoryBytes,
    storage: storageBytes,
    environment: environment.map(({ name, value }) => ({ name, value: keptValue(name, value) })),
    ports: ports.map(({ containerPort }) => ({ containerPort })),
  }
}

const keptValue = (name: string, value: string | undefined): string => {
  if (value !== undefined) return value
  throw new CommandError(`${name} has no stored value to keep. Write a value.`)
}
