import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import { monthlyPriceMicros, noResources } from '../../../../src/rules/pricing/resource-price.ts'

const GIB = 1_073_741_824
const DAYS_PER_MONTH = 30

/** What a stored snapshot costs a day, in micro-dollars: as much as the cheapest storage class. */
export const snapshotPrice = (storedBytes: number, price: UnitPrice): number =>
  Math.ceil(monthlyPriceMicros({ ...noResources, persistentHdd: storedBytes }, price) / DAYS_PER_MONTH)

export const snapshotPricePerGib = (price: UnitPrice): number => snapshotPrice(GIB, price)
