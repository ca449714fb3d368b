import type { UnitPrice } from '../../contract/wire/catalogue.ts'

const GIB = 1_073_741_824n
/** Prices of cpu are for a core, amounts are in thousandths. */
const MILLI = 1000n
const PRECISION = GIB * MILLI
const DAYS_PER_MONTH = 30n
const BLOCKS_PER_MONTH = 14_400n * DAYS_PER_MONTH

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

/** Throws rather than return a price that a number cannot hold. A sum of whole amounts below it has lost nothing. */
export const exactMicros = (micros: number): number => {
  if (!Number.isSafeInteger(micros)) throw new RangeError('The price is too large')
  return micros
}

const roundedUp = (exact: bigint, divisor: bigint): number => exactMicros(Number((exact + divisor - 1n) / divisor))

/** Micro-dollars for 30 days. Rounded up once, so that the parts never cost less than their sum. */
export const monthlyPriceMicros = (resources: PricedResources, price: UnitPrice): number =>
  roundedUp(exactMonthlyPrice(resources, price), PRECISION)

/** Micro-dollars per day for what is charged as one part: a thirtieth of the month, rounded up once. */
export const dailyPriceMicros = (resources: PricedResources, price: UnitPrice): number =>
  roundedUp(exactMonthlyPrice(resources, price), PRECISION * DAYS_PER_MONTH)

/** The most that one of the day's 14,400 blocks costs, in whole micro-dollars. */
export const pricePerBlockMicros = (resources: PricedResources, price: UnitPrice): number =>
  roundedUp(exactMonthlyPrice(resources, price), PRECISION * BLOCKS_PER_MONTH)
