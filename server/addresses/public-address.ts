import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export interface AddressRules {
  /** Allows addresses of this machine, for development. */
  loopback: boolean
  /** Networks in CIDR notation, or addresses, that the operator allows. */
  networks?: readonly string[]
}

/** Addresses in public ranges that answer inside a cloud only: the platform service of Azure. */
const METADATA = new Set(['168.63.129.16'])
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether the control plane may connect to an address that a user chose. Private networks are the operator's,
 * and a connection from this machine to its own public address bypasses its firewall.
 */
export function isPermittedAddress(address: string, { loopback, networks = [] }: AddressRules): boolean {
  if (!ipaddr.isValid(address)) return false
  const known = ipaddr.process(address)
  if (networks.some((network) => isInNetwork(known, network))) return true
  if (known.range() === 'loopback') return loopback
  // Excludes the old form ::10.0.0.1 as well, which some systems deliver to the IPv4 address.
  if (known instanceof ipaddr.IPv6 && !known.match(GLOBAL_UNICAST)) return false
  return known.range() === 'unicast' && !METADATA.has(known.toString()) && !isOwn(known)
}

type Address = ReturnType<typeof ipaddr.process>

function isInNetwork(address: Address, network: string): boolean {
  const [range, bits] = parsedNetwork(network)
  return range.kind() === address.kind() && address.match(range, bits)
}

/** Throws for text that is neither a network nor an address. */
export function parsedNetwork(network: string): [Address, number] {
  if (network.includes('/')) return ipaddr.parseCIDR(network)
  const address = ipaddr.process(network)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

function isOwn(known: Address): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some((each) => ipaddr.isValid(each.address) && ipaddr.process(each.address).toString() === `${known}`)
}

/** A host, or one of its addresses, is not public. */
export class AddressNotPermitted extends Error {
  readonly code = 'ADDRESS_NOT_PERMITTED'
  constructor(host: string) {
    super(`${host} is not a public address. Ask the operator to allow it.`)
  }
}
