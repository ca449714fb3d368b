import type { UnitPrice } from '../../contract/wire/catalogue.ts'

const GIB = 1_073_741_824n
/** Prices of cpu are for a core, amounts are in thousandths. */
const MILLI = 1000n
const PRECISION = GIB * MILLI
const DAYS_PER_MONTH = 30
const BLOCKS_PER_DAY = 14_400
const BLOCKS_PER_MONTH = BigInt(BLOCKS_PER_DAY * DAYS_PER_MONTH)

/** cpu in milli-units, memory and storage in bytes, the number of addresses. */
export interface PricedResources {
  cpu: number
  memory: number
  storageEphemeral: number
  persistentHdd: number
  persistentSsd: number
  persistentNvme: number
  addresses: number
}

export const noResources: PricedResources = {
  cpu: 0,
  memory: 0,
  storageEphemeral: 0,
  persistentHdd: 0,
  persistentSsd: 0,
  persistentNvme: 0,
  addresses: 0,
}

/** An exact monthly price: micro-dollars times `PRECISION`. Floats lose whole micro-dollars above 2^53. */
const exactMonthlyPrice = (resources: PricedResources, price: UnitPrice): bigint => {
  const amount = (value: number) => BigInt(Math.ceil(value))
  const perGib =
    amount(resources.memory) * BigInt(price.memory) +
    amount(resources.storageEphemeral) * BigInt(price.hdEphemeral) +
    amount(resources.persistentHdd) * BigInt(price.persistentStorageHDD) +
    amount(resources.persistentSsd) * BigInt(price.persistentStorageSSD) +
    amount(resources.persistentNvme) * BigInt(price.persistentStorageNVME)
  return (
    amount(resources.cpu) * BigInt(price.cpu) * GIB +
    perGib * MILLI +
    amount(resources.addresses) * BigInt(price.ip) * PRECISION
  )
}

/** Throws rather than return a price that a number cannot hold. */
const roundedUp = (exact: bigint, divisor: bigint): number => {
  const micros = Number((exact + divisor - 1n) / divisor)
  if (!Number.isSafeInteger(micros)) throw new RangeError('The price is too large')
  return micros
}

/** Micro-dollars for 30 days. Rounded up once, so that the parts never cost less than their sum. */
export const monthlyPriceMicros = (resources: PricedResources, price: UnitPrice): number =>
  roundedUp(exactMonthlyPrice(resources, price), PRECISION)

/** Micro-dollars per day: a whole number of micro-dollars for each of the day's 14,400 blocks. */
export const dailyPriceMicros = (resources: PricedResources, price: UnitPrice): number =>
  pricePerBlockMicros(resources, price) * BLOCKS_PER_DAY

export const pricePerBlockMicros = (resources: PricedResources, price: UnitPrice): number =>
  roundedUp(exactMonthlyPrice(resources, price), PRECISION * BLOCKS_PER_MONTH)
