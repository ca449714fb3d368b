import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export type Lookup = (host: string) => Promise<string[]>

export interface RegistryRules {
  /** Hosts of registries that may be on private addresses, in small letters, with their ports. */
  allowed: readonly string[]
  /** Registries on this machine may be used, as a developer's own is. */
  loopback: boolean
  lookup?: Lookup
}

/** Where the engine itself goes for names without a registry. */
const publicRegistries = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io'])

/**
 * Whether tenants may name a registry. The engine connects to whatever an image's name begins with, from inside of the
 * operator's network, so a registry counts only if every address of it is public. The addresses are looked at as a browser
 * reads them, which takes `0x7f.1` and `2130706433` for what the system's resolver takes them for.
 */
export async function mayUseRegistry(registry: string, rules: RegistryRules): Promise<boolean> {
  const named = registry.toLowerCase()
  if (publicRegistries.has(named) || rules.allowed.includes(named)) return true
  const host = hostOf(named)
  if (host === undefined) return false
  if (host === 'localhost' || host.endsWith('.localhost')) return rules.loopback
  const addresses = ipaddr.isValid(host) ? [host] : await (rules.lookup ?? systemLookup)(host).catch(() => [])
  return addresses.length > 0 && addresses.every((address) => isPermitted(address, rules))
}

function hostOf(registry: string): string | undefined {
  try {
    return new URL(`http://${registry}`).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return undefined
  }
}

function isPermitted(address: string, { loopback }: RegistryRules): boolean {
  const range = ipaddr.process(address).range()
  if (range === 'loopback') return loopback
  return range === 'unicast' && !isOwn(address)
}

/** A public address of this machine leads to what its firewall keeps from everybody else. */
function isOwn(address: string): boolean {
  const known = ipaddr.process(address).toString()
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return own.some((each) => ipaddr.isValid(each.address) && ipaddr.process(each.address).toString() === known)
}

const systemLookup: Lookup = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
