import type { UnitPrice } from '../contract/wire/catalogue.ts'

const GIB = 1_073_741_824
const DAYS_PER_MONTH = 30
const BLOCKS_PER_DAY = 14_400
const TOP_UP_DAYS = 2

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

/** Micro-dollars for 30 days. Rounded up once, so that the parts never cost less than their sum. */
export const monthlyPriceMicros = (resources: PricedResources, price: UnitPrice): number =>
  Math.ceil(
    (resources.cpu * price.cpu) / 1000 +
      (resources.memory * price.memory +
        resources.storageEphemeral * price.hdEphemeral +
        resources.persistentHdd * price.persistentStorageHDD +
        resources.persistentSsd * price.persistentStorageSSD +
        resources.persistentNvme * price.persistentStorageNVME) /
        GIB +
      resources.addresses * price.ip,
  )

/** Micro-dollars per day: a whole number of micro-dollars for each of the day's 14,400 blocks. */
export const dailyPriceMicros = (resources: PricedResources, price: UnitPrice): number =>
  pricePerBlockMicros(resources, price) * BLOCKS_PER_DAY

export const pricePerBlockMicros = (resources: PricedResources, price: UnitPrice): number =>
  Math.ceil(monthlyPriceMicros(resources, price) / DAYS_PER_MONTH / BLOCKS_PER_DAY)

/** The balance is topped up below this. */
export const topUpThresholdMicros = (dailyMicros: number): number => dailyMicros * TOP_UP_DAYS

export const monthlyFromDailyMicros = (dailyMicros: number): number => dailyMicros * DAYS_PER_MONTH

export const hourlyFromDailyMicros = (dailyMicros: number): number => dailyMicros / 24

/** Formats dollars with a fixed number of decimals: 2 for a month, 4 for an hour or a day. */
export const dollars = (micros: number, decimals: 2 | 4 = 2): string =>
  (micros / 1_000_000).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
