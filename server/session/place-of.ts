import type { Session } from '../../src/contract/wire/session.ts'
import { isNear } from '../http/near-address.ts'

/** Distinguishes only this machine, a private network and the internet, because no geolocation data is installed. */
export const placeOf = (address: string): Session['place'] => {
  if (address === '') return 'unknown'
  if (/^(::ffff:)?127\.|^::1$/.test(address)) return 'thisMachine'
  return isNear(address) ? 'privateNetwork' : 'internet'
}
