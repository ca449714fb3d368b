import type { ParsedOf } from '../../../src/contract/contract.ts'
import type { Resources } from '../../../src/contract/wire/catalogue.ts'
import { type PricedPart, resourcesOfParts } from '../../../src/rules/pricing/priced-parts.ts'
import type { PricedResources } from '../../../src/rules/pricing/resource-price.ts'
import { invalidField } from './invalid-field.ts'

type PriceInput = ParsedOf<'readPrice'>

export const pricedFrom = (input: PriceInput): PricedResources => ({
  cpu: input.cpuRequested,
  memory: input.memoryRequested,
  storageEphemeral: input.ephemeralStorageRequested,
  persistentHdd: input.hddPersStorageRequested,
  persistentSsd: input.ssdPersStorageRequested,
  persistentNvme: input.nvmePersStorageRequested,
  addresses: input.ipsRequested,
})

/** Returns what is charged by itself: the parts of the request, or all of it as one. */
export function pricedPartsFrom(input: PriceInput): PricedPart[] {
  const whole = pricedFrom(input)
  if (!input.parts) return [{ ...whole, count: 1 }]
  const sums = resourcesOfParts(input.parts)
  const names = Object.keys(whole) as (keyof PricedResources)[]
  if (names.some((name) => sums[name] !== whole[name]))
    throw invalidField('parts', 'The parts must add up to the requested resources.')
  return input.parts
}

/** Returns the resources that a region needs for this request. */
export const neededFrom = (input: PriceInput): Resources => ({
  cpu: input.cpuRequested,
  memory: input.memoryRequested,
  storageEphemeral: input.ephemeralStorageRequested,
  gpu: 0,
  storage: [
    { class: 'beta1', size: input.hddPersStorageRequested },
    { class: 'beta2', size: input.ssdPersStorageRequested },
    { class: 'beta3', size: input.nvmePersStorageRequested },
  ],
})
