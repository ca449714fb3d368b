import type { ParsedOf } from '../../../src/contract/contract.ts'
import type { Resources } from '../../../src/contract/wire/catalogue.ts'
import type { PricedResources } from '../../../src/rules/pricing/resource-price.ts'

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
