import { serveAvatars } from '../accounts/avatar/avatar-routes.ts'
import { createCaptcha, requiredCaptcha } from '../captcha/captcha.ts'
import { regionEngines } from '../compute/catalogue/regions/region-engine.ts'
import { createCompute } from '../compute/compute.ts'
import { certificateSeal } from '../compute/domains/certificates/certificate-rows.ts'
import { sealStoredSecrets } from '../compute/instances/seal-stored-secrets.ts'
import type { Config } from '../config.ts'
import { chooseEngines } from '../engines/choice/choose-engines.ts'
import { measureEngines } from '../engines/facts/engine-metrics.ts'
import { watchIsolation } from '../engines/watch-isolation.ts'
import { startCertificateSource } from '../gateway/certificates/certificate-source.ts'
import { createRouteFeed } from '../gateway/control/route-feed.ts'
import type { GatewayDriver } from '../gateway/driver/gateway-driver.ts'
import { startRouteSource } from '../gateway/routes/route-source.ts'
import { createApp } from '../http/app.ts'
import { configurationHandlers } from '../http/configuration.ts'
import { databaseHealth, engineHealth, migrationHealth } from '../http/health.ts'
import type { HttpServer } from '../http/listener/http-server.ts'
import { createMetrics } from '../http/metrics.ts'
import { pageMeasureHandlers } from '../http/page-measures.ts'
import { createPolicy } from '../http/policy.ts'
import { createJobQueues } from '../jobs/job-queues.ts'
import { createHub } from '../live/hub.ts'
import { createLiveLimits } from '../live/live-limits.ts'
import { measureLive } from '../live/live-metrics.ts'
import { createNotificationSource } from '../live/notification-source.ts'
import { createOrganizationSource } from '../live/organization-source.ts'
import { watchRights } from '../live/rights-changes.ts'
import { serveSockets } from '../live/socket.ts'
import { serveNotifications } from '../live/sse.ts'
import { createVisitorConnectionLimit } from '../live/visitor-connection-limit.ts'
import type { Log } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import { CARD_EVENTS_PATH } from '../money/cards/card-events.ts'
import { createCards } from '../money/cards/cards.ts'
import { startCouponJob } from '../money/coupons/coupon-job.ts'
import { creditHandlers } from '../money/coupons/credit-handlers.ts'
import { createFunds } from '../money/funds/funds.ts'
import { startMetering } from '../money/metering/metering-job.ts'
import { tokenPriceHandlers } from '../money/prices/token-price-handlers.ts'
import { createLedgerJobs } from '../money/records/ledger-jobs.ts'
import { costHandlers } from '../money/reports/cost-handlers.ts'
import { createOrganizations } from '../organizations/organizations.ts'
import { startEarningsJob } from '../referral/earnings/earnings-job.ts'
import { startSandboxCards } from '../sandbox/cards/start-sandbox-cards.ts'
import { serveSandboxMails } from '../sandbox/mail/mail-routes.ts'
import { registerSandboxStatus } from '../sandbox/status-page.ts'
import { savedViewHandlers } from '../saved-views/saved-view-handlers.ts'
import { createIdentity } from '../session/identity.ts'
import type { Store } from '../store/connection.ts'
import { installationId } from './installation.ts'
import type { StopStack } from './stop-stack.ts'
import { userHandlers } from './user-handlers.ts'
import { version } from './version.ts'

export interface AssembleOptions {
  config: Config
  secret: string
  store: Store
  log: Log
  httpServer: HttpServer
  gateway: GatewayDriver
  stops: StopStack
}

/** Wires all parts together; no other module knows all of them. */
export const assemble = async (options: AssembleOptions): Promise<void> => {
  const { config, secret, store, log, httpServer, gateway, stops } = options
  const metrics = createMetrics()
  const { dataFolder } = config
  const dockerHost = config.dockerHost ?? undefined
  const engines = await chooseEngines({
    regions: regionEngines(config.regions),
    requested: config.engine,
    isProduction: config.mode === 'production',
    dockerHost,
    installationId: await installationId(store.pool),
    subnets: config.subnets,
    dataFolder,
    log,
  })
  for (const { name, engine } of engines.all()) stops.push(`engine ${name}`.trimEnd(), () => engine.close())
  measureEngines(metrics, engines)

  const queues = createJobQueues(store, log)
  stops.push('job queues', queues.stop)
  const routes = createRouteFeed()
  const mailer = createMailer({ config, secret, store, queues, log })
  const compute = createCompute({
    config,
    secret,
    store,
    engines,
    routes,
    log,
    metrics,
    mailer,
    // The lock on the data folder keeps all other processes away from the built-in database.
    isAlone: config.databaseUrl === null,
  })
  const sandboxCards =
    config.cards.kind === 'sandbox'
      ? await startSandboxCards({ config, secret, httpServer, eventsPath: CARD_EVENTS_PATH, now: Date.now, log })
      : null
  if (sandboxCards) stops.push('sandbox cards', sandboxCards.close)
  const captcha = createCaptcha(requiredCaptcha(config.captcha), secret, store.db)
  const cards = createCards({ config, sandbox: sandboxCards, store, mailer, log })
  const funds = createFunds({ config, store, mailer, log })
  const organizations = createOrganizations({
    secret,
    store,
    queues,
    mailer,
    rules: config,
    removers: { instance: compute.removeInstancesOf },
    removeCustomer: cards.removeCustomer,
    log,
  })
  const identity = createIdentity({ config, secret, store, mailer, log })
  stops.push('identity', identity.stop)
  const policy = createPolicy(store)
  stops.push('policy', policy.stop)
  const rights = watchRights(store)
  stops.push('rights', rights.stop)
  const hub = createHub({
    sources: [createOrganizationSource(store), createNotificationSource(store), compute.logSource],
    log,
  })
  stops.push('hub', hub.stop)
  measureLive(metrics, hub, store)

  const access = { authorize: policy.authorize, recheck: identity.recheck, rights }
  const live = {
    config,
    hub,
    authenticate: identity.authenticate,
    ...access,
    limits: createLiveLimits(config),
    log,
  }
  await sealStoredSecrets(store, secret, log)
  const app = await createApp({
    config,
    store,
    secret,
    log,
    version,
    httpServer,
    metrics,
    handlers: {
      ...configurationHandlers({ config, sandboxCards, engines, regions: compute.regions, version }),
      ...pageMeasureHandlers(metrics),
      ...userHandlers({ config, store, identity, organizations }),
      ...compute.handlers,
      ...savedViewHandlers(store),
      ...cards.handlers,
      ...costHandlers(store),
      ...funds.handlers,
      ...creditHandlers({ db: store.db, mailer, billing: config.billing, captcha }),
      ...tokenPriceHandlers({ source: config.tokenPrices, log }),
    },
    authenticate: identity.authenticate,
    rateLimitKeys: identity.rateLimitKeys,
    ...access,
    checks: { database: databaseHealth(store), migrations: migrationHealth(store), engine: engineHealth(engines) },
    routes: (routed) => {
      identity.registerRoutes(routed)
      compute.registerRoutes(routed, access)
      cards.registerRoutes(routed)
      if (config.mode === 'sandbox') serveSandboxMails(routed, store.db, config.product.name)
      serveAvatars(routed, store.db)
      if (config.mode === 'sandbox') registerSandboxStatus(routed)
      stops.push('event streams', serveNotifications(routed, live).stop)
    },
  })
  stops.push('application', () => app.close())
  await compute.start()
  stops.push('compute', () => compute.stop())
  for (const { name, engine } of engines.all())
    stops.push(`isolation watch ${name}`.trimEnd(), watchIsolation({ engine, name, port: config.port, log }).stop)
  cards.start()
  stops.push('cards', cards.stop)
  mailer.start()
  stops.push('mail', mailer.stop)
  organizations.start()
  stops.push('organisations', organizations.stop)
  const ledgerJobs = createLedgerJobs({ store, queues, log })
  ledgerJobs.start()
  stops.push('ledger jobs', ledgerJobs.stop)
  stops.push('metering', startMetering({ store, config, settle: funds.settle, log }))
  stops.push('coupons', startCouponJob(store, config.billing, log))
  stops.push('referral earnings', startEarningsJob(store, log))

  const sockets = serveSockets(
    httpServer.server,
    { ...live, visitors: createVisitorConnectionLimit(config.trustProxy), serveShells: compute.serveShells },
    metrics,
  )
  stops.push('sockets', sockets.stop)
  httpServer.guard()
  const certificates = startCertificateSource(store, certificateSeal(secret), log)
  stops.push('certificates', certificates.stop)
  gateway.onConnect((link) => {
    link.onListening(compute.recordListening)
    link.onTraffic(compute.metrics.receiveTraffic)
    compute.serveWakes(link)
    routes.connect(link)
    certificates.connect(link)
  })
  stops.push('routes', startRouteSource({ store, log, onAll: routes.replaceAll, onChange: routes.change }))
}
