import type { ServiceTotals } from './service-totals.ts'

/** Returns the fields of a request for the price of everything that services need. */
export const requestedTotals = (totals: ServiceTotals) => ({
  cpuRequested: totals.cpu,
  memoryRequested: totals.memory,
  ephemeralStorageRequested: totals.storage,
  hddPersStorageRequested: totals.persistentHdd,
  ssdPersStorageRequested: totals.persistentSsd,
  nvmePersStorageRequested: totals.persistentNvme,
  endpointsRequested: totals.publicPorts,
  ipsRequested: totals.addresses,
  parts: [...totals.parts],
})
