import ipaddr from 'ipaddr.js'

/** One connection to the internet is given at least so many bits of IPv6, and takes any address among them. */
const BITS_OF_ONE = 64

/** Whom limits count by address: an IPv4 address, or the network of an IPv6 address. */
export const networkOf = (address: string): string => {
  // What a proxy has written need not be an address.
  if (!ipaddr.isValid(address)) return address
  const read = ipaddr.process(address)
  return read.kind() === 'ipv4'
    ? read.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${read.toString()}/${BITS_OF_ONE}`)}/${BITS_OF_ONE}`
}
