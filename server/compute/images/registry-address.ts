import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { isPermittedAddress } from '../../addresses/public-address.ts'

export type Lookup = (host: string) => Promise<string[]>

export interface RegistryRules {
  /** Hosts of registries that may have private addresses, in lower case, with their ports. */
  allowed: readonly string[]
  /** Allows registries on this machine, for development. */
  loopback: boolean
  lookup?: Lookup
}

/** The registry that the engine uses for names without one. */
const publicRegistries = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io'])

/**
 * Returns whether tenants may use a registry. The engine connects to the host in an image's name from inside the
 * operator's network, so all addresses of the host must be public. The host is parsed as a URL, which reads `0x7f.1`
 * and `2130706433` as the addresses that the system's resolver takes them for.
 */
export async function mayUseRegistry(registry: string, rules: RegistryRules): Promise<boolean> {
  const named = registry.toLowerCase()
  if (publicRegistries.has(named) || rules.allowed.includes(named)) return true
  const host = hostOf(named)
  if (host === undefined) return false
  if (host === 'localhost' || host.endsWith('.localhost')) return rules.loopback
  const addresses = ipaddr.isValid(host) ? [host] : await (rules.lookup ?? systemLookup)(host).catch(() => [])
  return addresses.length > 0 && addresses.every((address) => isPermittedAddress(address, rules))
}

function hostOf(registry: string): string | undefined {
  try {
    return new URL(`http://${registry}`).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return undefined
  }
}

const systemLookup: Lookup = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)
