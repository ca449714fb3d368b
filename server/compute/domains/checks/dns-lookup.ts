import { Resolver } from 'node:dns/promises'
import type { DomainRecord } from '../../../../src/contract/wire/domains/domain.ts'

export type DnsResponse =
  | { kind: 'answered'; values: string[] }
  /** There is no such name, or no such record. */
  | { kind: 'none' }
  | { kind: 'failed'; code: string }

export interface DnsLookup {
  /** The address of the resolver; `system` for that of the machine. */
  readonly resolver: string
  lookup(name: string, type: DomainRecord['type']): Promise<DnsResponse>
}

const TIMEOUT_MS = 3000
const TRIES = 2
const absent = new Set(['ENOTFOUND', 'ENODATA'])
/** A hostile zone can answer with thousands of records. */
const MAX_VALUES = 20
const MAX_LENGTH = 512

/** Asks one resolver; those of the system when `address` is undefined. Answers are never cached here. */
export function createDnsLookup(address?: string): DnsLookup {
  async function resolveType(resolver: Resolver, name: string, type: DomainRecord['type']): Promise<string[]> {
    if (type === 'A') return resolver.resolve4(name)
    if (type === 'AAAA') return resolver.resolve6(name)
    if (type === 'CNAME') return (await resolver.resolveCname(name)).map((target) => target.toLowerCase())
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  }

  return {
    resolver: address ?? 'system',
    async lookup(name, type) {
      // A resolver caches within itself.
      const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
      if (address) resolver.setServers([address])
      try {
        const values = await resolveType(resolver, name, type)
        return { kind: 'answered', values: values.slice(0, MAX_VALUES).map((value) => value.slice(0, MAX_LENGTH)) }
      } catch (error) {
        const code = String((error as NodeJS.ErrnoException).code ?? 'EUNKNOWN')
        return absent.has(code) ? { kind: 'none' } : { kind: 'failed', code }
      }
    },
  }
}

/** Returns a lookup for each resolver. */
export const dnsLookups = (resolvers: readonly string[]): DnsLookup[] =>
  resolvers.length > 0 ? resolvers.map((address) => createDnsLookup(address)) : [createDnsLookup()]
