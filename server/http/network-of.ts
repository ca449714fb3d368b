import ipaddr from 'ipaddr.js'

/** One internet connection is assigned at least a /64 of IPv6 and can use any address in it. */
const BITS_OF_ONE = 64

/** Returns the rate-limit key of an address: an IPv4 address itself, or the network of an IPv6 address. */
export const networkOf = (address: string): string => {
  // A value written by a proxy need not be an address.
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  return read.kind() === 'ipv4'
    ? read.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${read.toString()}/${BITS_OF_ONE}`)}/${BITS_OF_ONE}`
}
