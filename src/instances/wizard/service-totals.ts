import type { UnitPrice } from '../../contract/wire/catalogue.ts'
import { unitPriceIn } from '../../rules/pricing/price-of-size.ts'
import { dailyPriceMicros, noResources } from '../../rules/pricing/resource-price.ts'
import type { ServiceDraft } from '../configuration/service-draft.ts'

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
}

const noTotals: ServiceTotals = {
  cpu: 0,
  memory: 0,
  storage: 0,
  persistentHdd: 0,
  persistentSsd: 0,
  persistentNvme: 0,
  addresses: 0,
  publicPorts: 0,
}

const totalsOfOne = ({ cpu, memoryMib, storageGib, replicas, kept, ports }: ServiceDraft): ServiceTotals => {
  const count = replicas ?? 0
  const stored = (name: string): number =>
    kept.volumes.filter((volume) => volume.class === name).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return {
    cpu: Math.round((cpu ?? 0) * 1000) * count,
    memory: Math.round((memoryMib ?? 0) * MIB) * count,
    storage: Math.round((storageGib ?? 0) * GIB) * count,
    persistentHdd: stored('beta1'),
    persistentSsd: stored('beta2'),
    persistentNvme: stored('beta3'),
    addresses: kept.ipLease === 'shared-ip' ? 0 : 1,
    publicPorts: ports.filter(({ exposure, containerPort }) => exposure === 'public' && containerPort !== '').length,
  }
}

export const serviceTotals = (services: readonly ServiceDraft[]): ServiceTotals =>
  services.map(totalsOfOne).reduce(
    (sum, one) => ({
      cpu: sum.cpu + one.cpu,
      memory: sum.memory + one.memory,
      storage: sum.storage + one.storage,
      persistentHdd: sum.persistentHdd + one.persistentHdd,
      persistentSsd: sum.persistentSsd + one.persistentSsd,
      persistentNvme: sum.persistentNvme + one.persistentNvme,
      addresses: sum.addresses + one.addresses,
      publicPorts: sum.publicPorts + one.publicPorts,
    }),
    noTotals,
  )

/** Returns micro-dollars per day in a region, by the server's pricing rules; null if its prices are unknown. */
export const dailyPriceOfTotals = (
  { publicPorts: _, storage, ...totals }: ServiceTotals,
  unitPrices: readonly UnitPrice[],
  region: string,
): number | null => {
  const price = unitPriceIn(unitPrices, region)
  return price ? dailyPriceMicros({ ...noResources, ...totals, storageEphemeral: storage }, price) : null
}
