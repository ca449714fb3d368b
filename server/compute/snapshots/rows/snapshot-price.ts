import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import { dailyPriceMicros, noResources } from '../../../../src/rules/pricing/resource-price.ts'

const GIB = 1_073_741_824

/** What a stored snapshot costs a day, in micro-dollars: as much as the cheapest storage class. */
export const snapshotPrice = (storedBytes: number, price: UnitPrice): number =>
  dailyPriceMicros({ ...noResources, persistentHdd: storedBytes }, price)

export const snapshotPricePerGib = (price: UnitPrice): number => snapshotPrice(GIB, price)
