import type { Address } from '../contract/wire/instance/address.ts'
import type { Volume } from '../contract/wire/volumes/volume.ts'

type KeptVolume = Pick<Volume, 'name' | 'attachment' | 'state' | 'dailyPriceMicros'>
type KeptAddress = Pick<Address, 'name' | 'type' | 'attachment' | 'dailyPriceMicros'>

/** What an instance keeps while it is closed: volumes with data, and static addresses. */
export const keptWhileClosed = (
  instanceId: string,
  volumes: readonly KeptVolume[],
  addresses: readonly KeptAddress[],
) => {
  const isOwn = ({ attachment }: Pick<KeptVolume | KeptAddress, 'attachment'>) => attachment?.instanceId === instanceId
  const kept = {
    volumes: volumes.filter((volume) => volume.state !== 'Pending' && isOwn(volume)),
    addresses: addresses.filter((address) => address.type === 'static' && isOwn(address)),
  }
  return {
    volumes: kept.volumes.map(({ name }) => name),
    addresses: kept.addresses.map(({ name }) => name),
    /** Micro-dollars per day. */
    dailyMicros: [...kept.volumes, ...kept.addresses].reduce((sum, { dailyPriceMicros }) => sum + dailyPriceMicros, 0),
  }
}
