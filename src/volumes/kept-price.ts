import type { Address } from '../contract/wire/instance/address.ts'
import type { Volume } from '../contract/wire/volumes/volume.ts'

/** Micro-dollars per day of what an instance keeps while it is closed: volumes with data, and addresses. */
export const keptPriceMicros = (
  instanceId: string,
  volumes: readonly Pick<Volume, 'attachment' | 'state' | 'dailyPriceMicros'>[],
  addresses: readonly Pick<Address, 'attachment' | 'dailyPriceMicros'>[],
): number =>
  [...volumes.filter(({ state }) => state !== 'Pending'), ...addresses]
    .filter(({ attachment }) => attachment?.instanceId === instanceId)
    .reduce((sum, { dailyPriceMicros }) => sum + dailyPriceMicros, 0)
