import type { Session } from '../../src/contract/wire/session.ts'
import { isPrivateAddress } from '../http/private-address.ts'

/** Distinguishes only this machine, a private network and the internet, because no geolocation data is installed. */
export const placeOf = (address: string): Session['place'] => {
  if (address === '') return 'unknown'
  if (/^(::ffff:)?127\.|^::1$/.test(address)) return 'thisMachine'
  return isPrivateAddress(address) ? 'privateNetwork' : 'internet'
}
