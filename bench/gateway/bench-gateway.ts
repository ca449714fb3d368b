import type { SentCertificate } from '../../server/gateway/control/control-messages.ts'
import type { GatewayLink } from '../../server/gateway/control/gateway-link.ts'
import { createRouteFeed } from '../../server/gateway/control/route-feed.ts'
import { startProcessDriver } from '../../server/gateway/driver/process-driver.ts'
import { socketPaths } from '../../server/gateway/driver/socket-paths.ts'
import { gatewaySettingsFrom } from '../../server/gateway/process/gateway-settings.ts'
import type { Route, RouteDomain } from '../../server/gateway/routes/route.ts'
import { makeFolder } from '../support/control-plane.ts'

const DOMAINS_IN_ROUTE = 100

/** The domains beyond those of the first instance, a hundred at each further one. */
const furtherRoutes = (domains: readonly RouteDomain[]): Route[] =>
  Array.from({ length: Math.max(0, Math.ceil(domains.length / DOMAINS_IN_ROUTE) - 1) }, (_, at) => ({
    id: `bench-${at}`,
    host: `bench-${at}`,
    name: 'Bench',
    state: 'closed' as const,
    defaultPort: 8080,
    ports: [],
    domains: domains.slice((at + 1) * DOMAINS_IN_ROUTE, (at + 2) * DOMAINS_IN_ROUTE),
  }))

/** Starts the gateway's process, with one instance whose only target is a port of this machine. */
export const startBenchGateway = async (hostPort: number, domains: RouteDomain[] = []) => {
  const folder = await makeFolder()
  const driver = await startProcessDriver({
    settings: gatewaySettingsFrom(
      {
        host: '127.0.0.1',
        port: 0,
        mode: 'production',
        publicUrl: 'http://localhost',
        instancesUrl: 'http://localhost',
        trustProxy: [],
        domains: { httpPort: null, httpsPort: domains.length > 0 ? 0 : null },
      },
      socketPaths(folder.path),
      'bench',
    ),
    dataFolder: folder.path,
    onError: (error) => console.error(error),
  })
  const routes = createRouteFeed()
  let pid = 0
  let current: GatewayLink | undefined
  driver.onConnect((link) => {
    pid = link.hello.pid
    current = link
    routes.connect(link)
  })
  const rest = furtherRoutes(domains)
  routes.replaceAll([
    {
      id: 'bench',
      host: 'bench',
      name: 'Bench',
      state: 'running',
      defaultPort: 8080,
      ports: [{ containerPort: 8080, targets: [{ id: 'one', address: '127.0.0.1', hostPort }] }],
      domains: domains.slice(0, DOMAINS_IN_ROUTE),
    },
    ...rest,
  ])
  return {
    port: driver.port,
    httpsPort: current?.hello.httpsPort ?? 0,
    /** Sends certificates as the control plane does. */
    sendCertificates: (certificates: SentCertificate[], isFirst: boolean, isLast: boolean) =>
      current?.send({ type: 'allCertificates', certificates, isFirst, isLast }),
    pid,
    host: 'bench.localhost',
    stop: async () => {
      await driver.stop()
      await folder.remove()
    },
  }
}
