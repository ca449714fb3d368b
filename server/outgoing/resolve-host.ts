import { type LookupAddress, NODATA, NOTFOUND, promises } from 'node:dns'
import { isIP } from 'node:net'

/** Returns all addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>

const TIMEOUT_MS = 2500
const TRIES = 2

/**
 * Returns a resolver that asks DNS servers itself. The system's resolver works in the few threads that file access and
 * cryptography share, so a name whose servers do not answer would hold up the whole process.
 */
export function createResolveHost(servers?: readonly string[]): ResolveHost {
  const resolver = new promises.Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const literal = isIP(hostname)
    if (literal !== 0) return [{ address: hostname, family: literal }]
    if (isLoopbackName(hostname)) return [{ address: '127.0.0.1', family: 4 }]
    const found = await Promise.allSettled([
      resolver.resolve4(hostname).then((all) => all.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((all) => all.map((address) => ({ address, family: 6 }))),
    ])
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    if (addresses.length > 0) return addresses
    const failures = found.flatMap((each) => (each.status === 'rejected' ? [each.reason as NodeJS.ErrnoException] : []))
    throw failures.find(({ code }) => code !== NODATA && code !== NOTFOUND) ?? failures[0]
  }
}

/** The system's resolver, which also knows the names in the machine's own files: for hosts that the operator names. */
export const resolveBySystem: ResolveHost = (hostname) => promises.lookup(hostname, { all: true })

/** RFC 6761: these names never leave the machine. */
const isLoopbackName = (hostname: string): boolean => hostname === 'localhost' || hostname.endsWith('.localhost')
