import type { DomainType } from '../../../src/contract/wire/domains/domain.ts'
import type { DomainConfig } from '../../domain-settings.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import type { DnsLookup } from './checks/dns-lookup.ts'
import type { CurrentTargets } from './checks/domain-targets.ts'

export interface DomainOptions {
  db: Db
  log: Log
  /** Names this process in leases. */
  node: string
  config: DomainConfig
  /** Hosts of the installation itself. */
  ownHosts: readonly string[]
  targets: CurrentTargets
  lookupsFor(type: DomainType): readonly DnsLookup[]
  /** In milliseconds since 1970. */
  now: () => number
}
