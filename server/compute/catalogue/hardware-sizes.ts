import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { UnitPrice } from '../../../src/contract/wire/catalogue.ts'
import { monthlyPriceMicros, noResources, type PricedResources } from '../../../src/rules/pricing/resource-price.ts'
import type { RegionSettings } from './regions/region-settings.ts'

const GIB = 1_073_741_824
const cpuMilli = [100, 250, 500, 1000, 2000, 4000, 8000, 16_000]
const memoryGib = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32]
const storageGib = [1, 5, 10, 20, 50, 100, 200, 500]
const persistent = [
  { type: 'hdd', storageClass: 'beta1', part: 'persistentHdd' },
  { type: 'ssd', storageClass: 'beta2', part: 'persistentSsd' },
  { type: 'nvme', storageClass: 'beta3', part: 'persistentNvme' },
] as const

type HardwareItem = ResponseOf<'readHardware'>['items'][number]

/** Returns the sizes for a custom plan, each with its own monthly price. Only mapped storage classes are offered. */
export function hardwareSizes(unitPrice: UnitPrice, { storage }: Pick<RegionSettings, 'storage'>): HardwareItem[] {
  const priced = (type: string, part: keyof PricedResources, values: number[]): HardwareItem => ({
    type,
    values: values.map((value) => ({ value, price: monthlyPriceMicros({ ...noResources, [part]: value }, unitPrice) })),
  })
  const bytes = (gib: number[]) => gib.map((value) => value * GIB)
  return [
    priced('cpu', 'cpu', cpuMilli),
    priced('memory', 'memory', bytes(memoryGib)),
    priced('storage', 'storageEphemeral', bytes(storageGib)),
    ...persistent.flatMap(({ type, storageClass, part }) => {
      const most = storage[storageClass]
      return most === undefined ? [] : [priced(type, part, bytes(storageGib.filter((gib) => gib <= most)))]
    }),
  ]
}
