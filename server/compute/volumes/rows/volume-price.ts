import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import { type StorageClass, volumeResources } from '../../../../src/rules/pricing/priced-parts.ts'
import { dailyPriceMicros } from '../../../../src/rules/pricing/resource-price.ts'

/** What a volume costs a day, in micro-dollars, whether it is in use or not. */
export const volumePrice = (name: StorageClass, sizeBytes: number, price: UnitPrice): number =>
  dailyPriceMicros(volumeResources(name, sizeBytes), price)
