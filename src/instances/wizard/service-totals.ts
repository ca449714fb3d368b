import type { UnitPrice } from '../../contract/wire/catalogue.ts'
import { unitPriceIn } from '../../rules/pricing/price-of-size.ts'
import {
  dailyPriceOfParts,
  type PricedPart,
  type PricedService,
  partsOf,
  resourcesOfParts,
} from '../../rules/pricing/priced-parts.ts'
import { startingReplicas } from '../../rules/scaling/scaled-replicas.ts'
import type { ServiceDraft } from '../configuration/service-draft.ts'
import type { RulesDraft } from '../scaling/rules-draft-schema.ts'

const MIB = 1_048_576
const GIB = 1024 * MIB

/** What all replicas of services need; cpu in milli-units, the rest in bytes. Empty fields count as nothing. */
export interface ServiceTotals {
  cpu: number
  memory: number
  storage: number
  persistentHdd: number
  persistentSsd: number
  persistentNvme: number
  addresses: number
  publicPorts: number
  /** The items of the price, which is their sum. */
  parts: readonly PricedPart[]
}

/** Returns what a service that is being typed is charged for. `present` is what its rules scaled it to. */
export const pricedServiceOf = (
  { cpu, memoryMib, storageGib, replicas, autoscaling, kept }: ServiceDraft,
  present?: number,
): PricedService => ({
  cpuMilli: Math.round((cpu ?? 0) * 1000),
  memoryBytes: Math.round((memoryMib ?? 0) * MIB),
  storageBytes: Math.round((storageGib ?? 0) * GIB),
  replicas: replicasAtStart((autoscaling && present) ?? replicas ?? 0, autoscaling, kept.volumes),
  volumes: kept.volumes,
  ipLease: kept.ipLease,
})

/** How many replicas a new service begins with, as it is typed. */
export const replicasAtStart = (
  count: number,
  rules: Pick<RulesDraft, 'minReplicas' | 'maxReplicas'> | null,
  volumes: readonly unknown[],
): number => {
  if (!rules) return count
  const max = volumes.length > 0 ? 1 : (rules.maxReplicas ?? Number.POSITIVE_INFINITY)
  return startingReplicas(count, { min: rules.minReplicas ?? 1, max })
}

export const totalsOf = (services: readonly PricedService[], publicPorts: number): ServiceTotals => {
  const parts = partsOf(services)
  const { storageEphemeral: storage, ...sums } = resourcesOfParts(parts)
  return { ...sums, storage, publicPorts, parts }
}

export const serviceTotals = (services: readonly ServiceDraft[]): ServiceTotals => {
  const ports = services.flatMap((service) => service.ports)
  const isPublic = ({ exposure, containerPort }: (typeof ports)[number]) =>
    exposure === 'public' && containerPort !== ''
  return totalsOf(
    services.map((service) => pricedServiceOf(service)),
    ports.filter(isPublic).length,
  )
}

/** Returns micro-dollars per day in a region, by the server's pricing rules; null if its prices are unknown. */
export const dailyPriceOfTotals = (
  { parts }: ServiceTotals,
  unitPrices: readonly UnitPrice[],
  region: string,
): number | null => {
  const price = unitPriceIn(unitPrices, region)
  return price ? dailyPriceOfParts(parts, price) : null
}
