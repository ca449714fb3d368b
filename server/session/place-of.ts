import type { Session } from '../../src/contract/wire/session.ts'
import { isNear } from '../http/near-address.ts'

/** No list of the world's addresses is kept here: an address tells whether somebody was on this machine, near, or elsewhere. */
export const placeOf = (address: string): Session['place'] => {
  if (address === '') return 'unknown'
  if (/^(::ffff:)?127\.|^::1$/.test(address)) return 'thisMachine'
  return isNear(address) ? 'privateNetwork' : 'internet'
}
