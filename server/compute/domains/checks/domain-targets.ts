import type { DomainConfig } from '../../../domain-settings.ts'
import { dnsLookups } from './dns-lookup.ts'
import type { DomainTargets } from './required-records.ts'

export interface CurrentTargets {
  readonly current: DomainTargets
  /** Looks the addresses of the gateway's name up again, if they are not set and older than a few minutes. */
  refresh(): Promise<void>
}

const REFRESH_MS = 300_000

export function createDomainTargets(
  { cname, addresses, resolvers, acme }: Pick<DomainConfig, 'cname' | 'addresses' | 'resolvers' | 'acme'>,
  now: () => number,
): CurrentTargets {
  const challengeZone = acme?.hook ? acme.hookZone : null
  let current: DomainTargets = { cname, addresses, challengeZone }
  let refreshedAtMs = Number.NEGATIVE_INFINITY

  return {
    get current() {
      return current
    },
    async refresh() {
      if (addresses.length > 0 || now() - refreshedAtMs < REFRESH_MS) return
      refreshedAtMs = now()
      const lookups = dnsLookups(resolvers)
      const responses = await Promise.all(lookups.flatMap(({ lookup }) => [lookup(cname, 'A'), lookup(cname, 'AAAA')]))
      const found = responses.flatMap((response) => (response.kind === 'answered' ? response.values : []))
      if (found.length > 0) current = { ...current, addresses: [...new Set(found)].sort() }
    },
  }
}
