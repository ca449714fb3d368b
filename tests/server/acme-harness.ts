import { pino } from 'pino'
import { readKeyAuthorization } from '../../server/compute/domains/acme/serve-challenges.ts'
import { certificateSeal } from '../../server/compute/domains/certificates/certificate-rows.ts'
import { startCertificateSource } from '../../server/gateway/certificates/certificate-source.ts'
import { startRouteSource } from '../../server/gateway/routes/route-source.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Domain } from '../../src/contract/wire/domains/domain.ts'
import { type AcmeServer, startAcmeServer } from '../acme-server.ts'
import { type DnsServer, startDnsServer } from '../dns-server.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { insertQuietInstance, setRecords } from './domain-harness.ts'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'
import { until } from './until.ts'

export interface AcmeHarness extends ComputeHarness {
  dns: DnsServer
  acme: AcmeServer
  gateway: RoutedGateway
  instanceId: InstanceId
  environment: NodeJS.ProcessEnv
  /** Moves the clock of domains and certificates. */
  setTime(aheadMs: number): void
  /** Adds a domain whose records are right; the authority is told nothing yet. */
  addDomain(name: string, type?: Domain['type']): Promise<Domain>
  read(domain: Domain): Promise<Domain>
  until(domain: Domain, isDone: (domain: Domain) => boolean): Promise<Domain>
}

const SECRET = 'a secret of these tests, long enough'

/** Starts domains with a real DNS server, a real certificate authority and a gateway. */
export async function acmeHarness(given: NodeJS.ProcessEnv = {}): Promise<AcmeHarness> {
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const dns = await startDnsServer(['test'])
  const gateway = await routedGateway([], { httpPort: 0, httpsPort: 0 })
  const acme = await startAcmeServer({ httpPort: gateway.httpPort, tlsPort: gateway.httpsPort, dns: dns.address })
  const environment = {
    LONGSHORE_DNS_RESOLVERS: dns.address,
    LONGSHORE_HTTPS_PORT: '443',
    LONGSHORE_DOMAIN_CNAME: 'gateway.test',
    LONGSHORE_DOMAIN_ADDRESSES: '127.0.0.1',
    LONGSHORE_ACME_URL: acme.url,
    LONGSHORE_ACME_TERMS: 'accepted',
    LONGSHORE_ACME_EMAIL: 'harbour@example.org',
    LONGSHORE_ACME_CA: acme.caFile,
    LONGSHORE_ACME_PRIVATE: 'on',
    ...given,
  }
  const place = () => ({ host: '127.0.0.1', port: gateway.port, httpsPort: gateway.httpsPort })
  const harness = await computeHarness({ now, environment, gateway: place })
  await dns.set('gateway.test', 'A', '127.0.0.1')
  const { store } = harness
  const log = pino({ level: 'silent' })
  const { guard } = await gateway.openConsole((request, response) => {
    void readKeyAuthorization(store.db, request.url?.split('/').at(-1) ?? '').then((found) => {
      response.statusCode = found === null ? 404 : 200
      response.end(found ?? '')
    })
  })
  guard()
  const stopRoutes = startRouteSource({
    store,
    log,
    onAll: gateway.routes.replaceAll,
    onChange: gateway.routes.change,
  })
  const certificates = startCertificateSource(store, certificateSeal(SECRET), log)
  certificates.connect(gateway.link)
  const instanceId = await insertQuietInstance(harness)
  const read = async ({ _id }: Domain) => (await harness.call('readDomain', { id: _id })).domain

  return {
    ...harness,
    dns,
    acme,
    gateway,
    instanceId,
    environment,
    setTime(ms) {
      aheadMs = ms
    },
    async addDomain(name, type = 'subdomain') {
      const { domain } = await harness.call('createDomain', { id: instanceId, type, name })
      await setRecords(dns, domain)
      return until(async () => {
        const checked = await harness.call('verifyDomain', { id: instanceId, domainId: domain._id })
        return checked.domain.verified ? checked.domain : undefined
      }, 30_000)
    },
    read,
    until: (domain, isDone) =>
      until(async () => {
        const found = await read(domain)
        return isDone(found) ? found : undefined
      }, 60_000),
    async close() {
      certificates.stop()
      stopRoutes()
      await harness.close()
      await gateway.close()
      await acme.stop()
      await dns.stop()
    },
  }
}
