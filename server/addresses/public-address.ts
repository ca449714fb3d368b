import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export interface AddressRules {
  /** Allows addresses of this machine, for development. */
  loopback: boolean
}

/**
 * Returns whether the control plane may connect to an address that a user chose. Private networks are the operator's,
 * and a connection from this machine to its own public address bypasses its firewall.
 */
export function isPermittedAddress(address: string, { loopback }: AddressRules): boolean {
  const known = ipaddr.process(address)
  const range = known.range()
  if (range === 'loopback') return loopback
  // The old form ::10.0.0.1, which some systems deliver to the IPv4 address.
  if (known instanceof ipaddr.IPv6 && known.parts.slice(0, 6).every((part) => part === 0)) return false
  return range === 'unicast' && !isOwn(address)
}

function isOwn(address: string): boolean {
  const known = ipaddr.process(address).toString()
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some((each) => ipaddr.isValid(each.address) && ipaddr.process(each.address).toString() === known)
}

/** A host, or one of its addresses, is not public. */
export class AddressNotPermitted extends Error {
  readonly code = 'ADDRESS_NOT_PERMITTED'
}

/**
 * Returns a lookup for connections that resolves a name once, and fails if any of its addresses is not permitted: the
 * connection goes to the very addresses that were checked. Node calls no lookup for a literal address, so `host` has to
 * be checked with `requirePermittedHost` before.
 */
export function permittedLookup(rules: AddressRules): LookupFunction {
  return (hostname, options, callback) => {
    const all: LookupOptions = { ...options, all: true }
    lookup(hostname, all, (error, found) => {
      // With `all`, every address is returned.
      const addresses = (error ? [] : found) as unknown as LookupAddress[]
      const isRejected = !error && !addresses.every(({ address }) => isPermittedAddress(address, rules))
      if (error || isRejected) return callback(error ?? notPermitted(hostname), [])
      if (options.all) return callback(null, addresses)
      callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
    })
  }
}

/** Throws for a literal address that is not permitted. `hostname` is that of a URL, which normalises all its spellings. */
export function requirePermittedHost(hostname: string, rules: AddressRules): void {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPermittedAddress(host, rules)) throw notPermitted(host)
}

const notPermitted = (host: string) =>
  new AddressNotPermitted(`${host} is not a public address. Ask the operator to allow it.`)
