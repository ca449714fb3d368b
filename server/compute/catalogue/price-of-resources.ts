import type { ParsedOf } from '../../../src/contract/contract.ts'
import type { Resources } from '../../../src/contract/wire/catalogue.ts'
import type { PricedResources } from '../../../src/rules/prices.ts'

type Asked = ParsedOf<'readPrice'>

export const pricedFrom = (asked: Asked): PricedResources => ({
  cpu: asked.cpuRequested,
  memory: asked.memoryRequested,
  storageEphemeral: asked.ephemeralStorageRequested,
  persistentHdd: asked.hddPersStorageRequested,
  persistentSsd: asked.ssdPersStorageRequested,
  persistentNvme: asked.nvmePersStorageRequested,
  addresses: asked.ipsRequested,
})

/** What a region has to hold for it. */
export const neededFrom = (asked: Asked): Resources => ({
  cpu: asked.cpuRequested,
  memory: asked.memoryRequested,
  storageEphemeral: asked.ephemeralStorageRequested,
  gpu: 0,
  storage: [
    { class: 'beta1', size: asked.hddPersStorageRequested },
    { class: 'beta2', size: asked.ssdPersStorageRequested },
    { class: 'beta3', size: asked.nvmePersStorageRequested },
  ],
})
