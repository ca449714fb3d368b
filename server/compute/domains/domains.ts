import type { domainCalls } from '../../../src/contract/calls/compute/domain-calls.ts'
import type { Config } from '../../config.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { certificateHandlers } from './certificates/certificate-handlers.ts'
import { certificateSeal } from './certificates/certificate-rows.ts'
import { dnsLookups } from './checks/dns-lookup.ts'
import { createDomainTargets } from './checks/domain-targets.ts'
import { domainHandlers } from './domain-handlers.ts'
import type { DomainOptions } from './domain-options.ts'
import { createDomainWatch } from './verify/domain-watch.ts'

export interface Domains {
  handlers: Handlers<keyof typeof domainCalls>
  start(): void
  stop(): Promise<void>
}

export interface DomainServiceOptions {
  config: Pick<Config, 'domains' | 'publicUrl' | 'instancesUrl'>
  secret: string
  store: Pick<Store, 'db'>
  node: string
  log: Log
  now?: (() => number) | undefined
}

/** Host names of instances: their verification and their certificates. */
export function createDomains({ config, secret, store, node, log, now = Date.now }: DomainServiceOptions): Domains {
  const { domains } = config
  const { resolvers, handshakeResolvers, ensResolvers } = domains
  const options: DomainOptions = {
    db: store.db,
    log,
    node,
    config: domains,
    ownHosts: [config.publicUrl, config.instancesUrl].map((url) => new URL(url).hostname),
    targets: createDomainTargets(domains, now),
    lookupsFor: (type) =>
      dnsLookups(type === 'ens-domain' ? ensResolvers : type.startsWith('handshake') ? handshakeResolvers : resolvers),
    now,
  }
  const watch = createDomainWatch(options)
  return {
    handlers: { ...domainHandlers(options), ...certificateHandlers({ ...options, seal: certificateSeal(secret) }) },
    start: watch.start,
    stop: watch.stop,
  }
}
