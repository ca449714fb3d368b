import type { Engine } from '../../../engines/engine.ts'
import type { NamedEngine } from '../../../engines/engines.ts'

/** Linux has all of 127.0.0.0/8, other systems only its first address. */
const LOOPBACK_POOL = '127.20.0.16/28'

/**
 * Without a file there is a region for each engine, and the two that the product settings disable. An engine with
 * volumes offers GiB of one storage class, and sandbox mode addresses on loopback in the first region.
 */
export const defaultRegions = (engines: readonly NamedEngine<Pick<Engine, 'name'>>[], isSandbox: boolean) => [
  ...engines.map(({ name, title, engine }, index) => ({
    ...(index === 0 ? { name: 'us-west', title: 'US West', engine: name || null } : { name, title, engine: name }),
    storage: engine.name === 'docker' ? { beta2: 100 } : {},
    addressPool: index === 0 && isSandbox && process.platform === 'linux' ? [LOOPBACK_POOL] : [],
  })),
  { name: 'us-east', title: 'US East' },
  { name: 'apac', title: 'Asia Pacific' },
]
