import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { AddressNotPermitted, isPermittedAddress } from '../addresses/public-address.ts'
import { OutgoingFailure } from './outgoing-failure.ts'
import type { AllowedDestinations } from './outgoing-settings.ts'
import { createResolveHost, type ResolveHost, resolveBySystem } from './resolve-host.ts'

/** Returns the addresses of a host to which the control plane may connect. */
export type PermittedAddresses = (hostname: string, port: number) => Promise<LookupAddress[]>

/** Rejects unless all addresses of a host are permitted: an attacker's name may have a public and a private one. */
export function createPermittedAddresses(
  { networks, hosts }: AllowedDestinations,
  resolveHost: ResolveHost = createResolveHost(),
): PermittedAddresses {
  const rules = { loopback: false, networks }
  return async (hostname, port) => {
    const host = hostname
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
    const isNamed = hosts.includes(host) || hosts.includes(isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`)
    const resolve = isNamed && isIP(host) === 0 ? resolveBySystem : resolveHost
    const addresses = await resolve(host).catch((cause: unknown) => {
      throw new OutgoingFailure('unreachable', `The name ${host} has no address.`, { cause })
    })
    if (!isNamed && !addresses.every(({ address }) => isPermittedAddress(address, rules)))
      throw new AddressNotPermitted(host)
    return addresses
  }
}
