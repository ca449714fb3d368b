import type { UnitPrice } from '../../contract/wire/catalogue.ts'
import type { StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import { dailyPriceMicros, exactMicros, noResources, type PricedResources } from './resource-price.ts'

/** Resources that are charged and rounded by themselves: a replica, a volume or an address. */
export interface PricedPart extends PricedResources {
  count: number
}

export type StorageClass = StoredService['volumes'][number]['class']

export interface PricedService
  extends Pick<StoredService, 'cpuMilli' | 'memoryBytes' | 'storageBytes' | 'replicas' | 'ipLease'> {
  volumes: readonly Pick<StoredService['volumes'][number], 'class' | 'sizeBytes'>[]
}

const storageOf: Record<StorageClass, keyof PricedResources> = {
  beta1: 'persistentHdd',
  beta2: 'persistentSsd',
  beta3: 'persistentNvme',
}

type Sized = Pick<PricedService, 'cpuMilli' | 'memoryBytes' | 'storageBytes'>

export const replicaResources = ({ cpuMilli, memoryBytes, storageBytes }: Sized): PricedResources => ({
  ...noResources,
  cpu: cpuMilli,
  memory: memoryBytes,
  storageEphemeral: storageBytes,
})

export const volumeResources = (name: StorageClass, sizeBytes: number): PricedResources => ({
  ...noResources,
  [storageOf[name]]: sizeBytes,
})

export const addressResources: PricedResources = { ...noResources, addresses: 1 }

/** Lists everything that a configuration is charged for. */
export const partsOf = (services: readonly PricedService[]): PricedPart[] =>
  services.flatMap((service) => [
    { ...replicaResources(service), count: service.replicas },
    ...service.volumes.map((volume) => ({ ...volumeResources(volume.class, volume.sizeBytes), count: 1 })),
    ...(service.ipLease === 'shared-ip' ? [] : [{ ...addressResources, count: 1 }]),
  ])

/** Micro-dollars per day: the sum of what each part is charged. Exact, because no amount is negative: see `exactMicros`. */
export const dailyPriceOfParts = (parts: readonly PricedPart[], price: UnitPrice): number =>
  exactMicros(parts.reduce((sum, { count, ...resources }) => sum + count * dailyPriceMicros(resources, price), 0))

/** Returns what all parts need together. */
export const resourcesOfParts = (parts: readonly PricedPart[]): PricedResources => {
  const names = Object.keys(noResources) as (keyof PricedResources)[]
  const total = (name: keyof PricedResources) => parts.reduce((sum, part) => sum + part.count * part[name], 0)
  return Object.fromEntries(names.map((name) => [name, total(name)])) as unknown as PricedResources
}

/** Micro-dollars per day of a whole configuration. */
export const dailyPriceOfServices = (services: readonly PricedService[], price: UnitPrice): number =>
  dailyPriceOfParts(partsOf(services), price)
