import type { ScalingMode, UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import type { RegionSettings } from './region-settings.ts'

/** Returns the region's discount until its end. */
export const discountAt = ({ discount }: RegionSettings, nowMs: number): RegionSettings['discount'] =>
  discount && nowMs < Date.parse(discount.expirationDate) ? discount : null

/** Returns the prices less the discount, each rounded up to a whole micro-dollar. */
export function unitPriceAt(region: RegionSettings, scalingMode: ScalingMode, nowMs: number): UnitPrice {
  const paid = 100 - (discountAt(region, nowMs)?.percent ?? 0)
  const { prices } = region
  const less = (micros: number) => Math.ceil((micros * paid) / 100)
  return {
    region: region.name,
    scalingMode,
    cpu: less(prices.cpu),
    memory: less(prices.memory),
    hdEphemeral: less(prices.ephemeralStorage),
    persistentStorageHDD: less(prices.hdd),
    persistentStorageSSD: less(prices.ssd),
    persistentStorageNVME: less(prices.nvme),
    ip: less(prices.ip),
  }
}
