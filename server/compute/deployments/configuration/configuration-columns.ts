import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import type {
  StoredConfiguration,
  StoredService,
} from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { dailyPriceOfServices } from '../../../../src/rules/pricing/priced-parts.ts'
import type { QuotaNeed } from '../../../../src/rules/quotas.ts'
import type { Claim } from '../../admission/capacity-counters.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { dailyPriceOf } from '../../instances/requested-size.ts'

/** What one replica of a service costs a day, without its volumes and addresses. */
export const replicaPrice = (service: StoredService, unitPrice: UnitPrice): number => dailyPriceOf(service, unitPrice)

type Sized = Pick<StoredService, 'cpuMilli' | 'memoryBytes' | 'storageBytes' | 'replicas'>

/** What all replicas of a configuration claim. */
export function claimOf({ services }: { services: readonly Sized[] }): Claim {
  const claim: Claim = { cpuMilli: 0, memoryBytes: 0, storageBytes: 0, gpu: 0 }
  for (const service of services) {
    claim.cpuMilli += service.cpuMilli * service.replicas
    claim.memoryBytes += service.memoryBytes * service.replicas
    claim.storageBytes += service.storageBytes * service.replicas
  }
  return claim
}

/** The columns of an instance that describe its newest configuration. */
export function configurationColumns(configuration: StoredConfiguration, unitPrice: UnitPrice) {
  const { services } = configuration
  const [first] = services
  const { gpu: _gpu, ...size } = claimOf(configuration)
  return {
    image: first?.image ?? '',
    command: first?.command ?? null,
    variableNames: distinct(
      services.flatMap(({ environment, groupVariables = [] }) =>
        [...environment, ...groupVariables].map(({ name }) => name),
      ),
    ),
    containerPorts: distinct(services.flatMap(publicPorts)),
    ...size,
    dailyPriceMicros: dailyPriceOfServices(services, unitPrice),
  } satisfies Partial<InstanceRow>
}

/** What quotas count for an instance, as its columns have it. */
export const quotaOf = (
  row: Pick<InstanceRow, 'cpuMilli' | 'memoryBytes' | 'storageBytes' | 'containerPorts'>,
): Required<Pick<QuotaNeed, 'cpu' | 'memory' | 'storage' | 'ports'>> => ({
  cpu: row.cpuMilli,
  memory: row.memoryBytes,
  storage: row.storageBytes,
  ports: row.containerPorts.length,
})

/** Those that the gateway forwards to. */
const publicPorts = ({ ports }: StoredService): number[] =>
  ports
    .filter(({ exposure, protocol }) => exposure === 'public' && protocol !== 'udp')
    .map(({ containerPort }) => containerPort)

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)]
