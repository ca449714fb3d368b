import type { UnitPrice } from '../../../src/contract/wire/catalogue.ts'
import type { RegionName } from './region-list.ts'

const CENT = 10_000

const priced = (region: RegionName, percent: number): UnitPrice => {
  const micros = (cents: number) => Math.round((cents * CENT * percent) / 100)
  return {
    region,
    scalingMode: 'NO_SCALING',
    cpu: micros(900),
    memory: micros(320),
    hdEphemeral: micros(5),
    persistentStorageHDD: micros(4),
    persistentStorageSSD: micros(10),
    persistentStorageNVME: micros(16),
    ip: micros(300),
  }
}

/** Monthly prices in micro-dollars; a region costs a percentage of US West. */
export const unitPriceList: readonly UnitPrice[] = [
  priced('us-west', 100),
  priced('eu-west', 105),
  priced('us-east', 98),
  priced('apac', 120),
]

export function unitPriceOf(region: RegionName): UnitPrice {
  const price = unitPriceList.find((item) => item.region === region)
  if (!price) throw new Error(`The region ${region} has no prices`)
  return price
}
