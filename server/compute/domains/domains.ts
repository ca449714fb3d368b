import type { FastifyInstance } from 'fastify'
import type { domainCalls } from '../../../src/contract/calls/compute/domain-calls.ts'
import type { Config } from '../../config.ts'
import type { Handlers } from '../../http/handler.ts'
import { createSeal } from '../../keys/seal.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { createCertificateWatch } from './acme/certificate-watch.ts'
import { createDnsHook, type GatewayPlace } from './acme/challenges.ts'
import { createAcmeHttp } from './acme/client/acme-http.ts'
import { serveChallenges } from './acme/serve-challenges.ts'
import { certificateHandlers } from './certificates/certificate-handlers.ts'
import { certificateSeal } from './certificates/certificate-rows.ts'
import { dnsLookups } from './checks/dns-lookup.ts'
import { createDomainTargets } from './checks/domain-targets.ts'
import { domainHandlers } from './domain-handlers.ts'
import type { DomainOptions } from './domain-options.ts'
import { createDomainWatch } from './verify/domain-watch.ts'

export interface Domains {
  handlers: Handlers<keyof typeof domainCalls>
  /** Answers certificate authorities, which is no API call. */
  registerRoutes(app: FastifyInstance): void
  start(): void
  stop(): Promise<void>
}

export interface DomainServiceOptions {
  config: Pick<Config, 'domains' | 'publicUrl' | 'instancesUrl' | 'host' | 'port'>
  secret: string
  store: Pick<Store, 'db'>
  node: string
  log: Log
  /** No other process works on this database. */
  isAlone: boolean
  /** Where challenges can be seen before the authority looks; the ports of the configuration unless given. */
  gateway?: (() => GatewayPlace) | undefined
  now?: (() => number) | undefined
}

/** Host names of instances: their verification and their certificates. */
export function createDomains({
  config,
  secret,
  store,
  node,
  log,
  isAlone,
  gateway,
  now = Date.now,
}: DomainServiceOptions): Domains {
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
  const seal = certificateSeal(secret)
  const { acme } = domains
  const certificates = createCertificateWatch({
    ...options,
    isAlone,
    acme: acme && {
      ...options,
      acme,
      http: createAcmeHttp(acme),
      dnsProvider: acme.hook === null ? null : createDnsHook(acme.hook, log),
      seal,
      accountSeal: createSeal(secret, 'acme-accounts'),
      gateway: gateway ?? (() => ({ host: config.host, port: config.port, httpsPort: domains.httpsPort })),
    },
  })
  const watch = createDomainWatch(options)
  return {
    handlers: { ...domainHandlers(options), ...certificateHandlers({ ...options, seal }) },
    registerRoutes: (app) => serveChallenges(app, store.db),
    start() {
      certificates.start()
      watch.start()
    },
    async stop() {
      await watch.stop()
      await certificates.stop()
    },
  }
}
