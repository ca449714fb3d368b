import type { EngineName } from '../../../engines/interface/description.ts'

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

/** Linux has all of 127.0.0.0/8, other systems only its first address. */
const LOOPBACK_POOL = '127.20.0.16/28'

/**
 * Without a file there is a region for the engine, and the two that the product settings disable. An engine with
 * volumes offers GiB of one storage class, and
 * sandbox mode addresses on loopback.
 */
export const defaultRegions = (engine: EngineName, isSandbox: boolean) => [
  {
    name: 'us-west',
    title: 'US West',
    storage: engine === 'docker' ? { beta2: 100 } : {},
    addressPool: isSandbox && process.platform === 'linux' ? [LOOPBACK_POOL] : [],
  },
  { name: 'us-east', title: 'US East' },
  { name: 'apac', title: 'Asia Pacific' },
]
