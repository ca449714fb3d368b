/** Dollars a month: a core, a GiB of memory and of each kind of storage, an address. */
export const defaultPrices = {
  cpu: 9,
  memory: 3.2,
  ephemeralStorage: 0.05,
  hdd: 0.04,
  ssd: 0.1,
  nvme: 0.16,
  ip: 3,
} as const
