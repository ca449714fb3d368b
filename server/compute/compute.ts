import { randomUUID } from 'node:crypto'
import { createAlerting } from '../alerts/alerting.ts'
import { createHoldFunds } from '../money/holds/hold-funds.ts'
import { createAddresses } from './addresses/addresses.ts'
import { createAdmission, resyncCounters } from './admission/admission.ts'
import { createCapacities } from './catalogue/capacities.ts'
import { catalogueHandlers } from './catalogue/catalogue-handlers.ts'
import { createRegions } from './catalogue/regions/regions.ts'
import { createTemplates } from './catalogue/templates/templates.ts'
import { clusterHandlers } from './clusters/cluster-handlers.ts'
import { createWorkloadAccess } from './commands/workload-access.ts'
import type { Compute, ComputeOptions } from './compute-options.ts'
import { changeHandlers } from './deployments/changes/change-handlers.ts'
import { endManyHandlers } from './deployments/changes/end-many.ts'
import { deploymentHandlers } from './deployments/deployment-handlers.ts'
import { createDeploymentSecrets } from './deployments/deployment-secrets.ts'
import { createDomains } from './domains/domains.ts'
import { createDrains } from './drains/drains.ts'
import { createFundsWatch } from './funds/funds-watch.ts'
import { deployHookHandlers } from './hooks/deploy-hook-handlers.ts'
import { serveDeployHooks } from './hooks/deploy-hook-route.ts'
import { createHostPorts } from './host-ports.ts'
import { createConfirmations } from './images/confirmations.ts'
import { createProvideImage } from './images/provide-image.ts'
import { instanceCopyHandlers } from './instances/copies/instance-copy-handlers.ts'
import type { CreateOptions } from './instances/create-instance.ts'
import { createGatewayLinks } from './instances/gateway-links.ts'
import { instanceHandlers } from './instances/instance-handlers.ts'
import { createJobs } from './jobs/jobs.ts'
import { serveDownloads } from './logs/download/download-routes.ts'
import { logHandlers } from './logs/log-handlers.ts'
import { createLogSource } from './logs/log-source.ts'
import { LogTails } from './logs/log-tails.ts'
import { createMaskerOf } from './logs/reading/masker-of.ts'
import { createWorkloadLogs } from './logs/reading/workload-logs.ts'
import { createLogRetention } from './logs/retention/log-retention.ts'
import { createLogSearches } from './logs/search/search-logs.ts'
import { createSearchPool } from './logs/search/search-pool.ts'
import { createMetrics } from './metrics/metrics.ts'
import { overviewHandlers } from './overview/overview-handlers.ts'
import { projectHandlers } from './projects/project-handlers.ts'
import { projectStateHandlers } from './projects/project-state-handlers.ts'
import { quotaHandlers } from './quotas/quota-handlers.ts'
import { checkHealth } from './reconcile/health/check-health.ts'
import { createHealthResults } from './reconcile/health/health-results.ts'
import { createCurrentProvider } from './reconcile/provider/current-provider.ts'
import { createEngineOutages } from './reconcile/provider/engine-outages.ts'
import { createReconcileLoop } from './reconcile/reconcile-loop.ts'
import { createReconcileMetrics, defaultTimeLimits, type ReconcileSettings } from './reconcile/reconcile-options.ts'
import { createReconciler } from './reconcile/reconciler.ts'
import { removeContentsOf } from './remove-contents-of.ts'
import { createScaling } from './scaling/scaling.ts'
import { createWaking } from './scaling/wake/waking.ts'
import { createSizeWatches } from './size-watches.ts'
import { createSnapshots } from './snapshots/snapshots.ts'
import { usageHandlers } from './usage/usage-handlers.ts'
import { createGroupSecrets } from './variable-groups/group-values.ts'
import { variableGroupHandlers } from './variable-groups/variable-group-handlers.ts'
import { volumeHandlers } from './volumes/volume-handlers.ts'

/** Catalogue, projects and instances, and the loop that brings instances to their desired state. */
export function createCompute({
  config,
  secret,
  store,
  engines,
  log,
  isAlone,
  limits,
  metrics,
  mailer,
  routes,
  gateway,
  now,
}: ComputeOptions): Compute {
  const { db } = store
  const node = randomUUID()
  const links = createGatewayLinks(config.instancesUrl, config.host)
  const { disks, capacities } = createCapacities(engines, config)
  const tails = new LogTails()
  const retention = createLogRetention({ db, limits: config.logs, log })
  const deploymentSecrets = createDeploymentSecrets(secret)
  const groupSecrets = createGroupSecrets(secret)
  const maskerOf = createMaskerOf(db, deploymentSecrets)
  const logs = createWorkloadLogs({ db, engines, tails, retention, log, maskerOf })
  const searchPool = createSearchPool({ url: store.url, log })
  const searches = createLogSearches(searchPool)
  const times = { ...defaultTimeLimits, ...limits }
  const templates = createTemplates({ folder: config.templatesFolder, onProblem: (problem) => log.warn({}, problem) })
  const isSandbox = config.mode === 'sandbox'
  const { disabledRegions } = config.product
  const regions = createRegions({ settings: config.regions, engines, isSandbox, disabledRegions })
  const healthResults = createHealthResults({ db, log })
  const options: ReconcileSettings = {
    node,
    db,
    engines,
    links,
    secrets: deploymentSecrets,
    admission: createAdmission(capacities, config.quotas, createHoldFunds(config.billing)),
    regions,
    routes,
    maskerOf,
    hostPorts: createHostPorts({ db, range: config.hostPorts, restMs: times.portRestMs, quota: config.quotas.ports }),
    logs,
    provideImage: createProvideImage({
      db,
      engines,
      confirmations: createConfirmations(db, secret, config.images.confirmedMs),
      rules: { local: config.images.local, allowed: config.images.registries, loopback: isSandbox },
      disks,
    }),
    log,
    limits: times,
    metrics: createReconcileMetrics(metrics),
    outages: createEngineOutages(),
    provider: createCurrentProvider(engines, (name) => capacities.of(name).forget()),
    healthResults,
  }
  const reconciler = createReconciler(options)
  const { diskWatch, volumeWatch } = createSizeWatches({ config, db, engines, disks, reconciler, log, metrics })
  const reconcileLoop = createReconcileLoop({ options, reconciler, store, isAlone })

  const creation: CreateOptions = {
    db,
    engines,
    links,
    capacities,
    admission: options.admission,
    deploymentSecrets,
    groupSecrets,
    regions,
    sharedPorts: { range: config.sharedPorts, quota: config.quotas.ports },
    templates,
    limits: times,
  }
  const addresses = createAddresses({ db, regions, quotas: config.quotas, links, log, sharedAddress: config.host })
  const domains = createDomains({ config, secret, store, node, log, isAlone, gateway, now })
  const jobs = createJobs({ ...options, regions, mailer }, store)
  const changes = changeHandlers(creation)
  const fundsWatch = createFundsWatch({ ...creation, log }, store)
  const snapshots = createSnapshots({
    ...options,
    config,
    secret,
    regions,
    disks,
    restartInstance: changes.restartInstance,
  })
  const { outgoing: allowed, publicUrl } = config
  const drains = createDrains({ store, allowed, secret, node, log, isAlone })
  const inContainers = createWorkloadAccess({ db, engines, node, isAlone, log })
  const waking = createWaking({ ...creation, log })
  const sampler = createMetrics({ db, engines, log, node, isAlone, diskUse: diskWatch.measured })
  const scaling = createScaling({ ...creation, log, readRecent: sampler.readRecent, periodMs: times.scalingMs })
  const alerting = createAlerting({
    store,
    secret,
    log,
    node,
    isAlone,
    now,
    recent: sampler,
    mailer,
    allowed,
    publicUrl,
    metrics,
  })
  /** Each may use those before it, and stops before them. */
  const parts = [
    healthResults,
    reconcileLoop,
    jobs,
    domains,
    snapshots,
    fundsWatch,
    volumeWatch,
    diskWatch,
    sampler,
    scaling,
    alerting,
    retention,
    drains,
    inContainers,
  ]
  const health = { db, engines, healthResults, maskerOf }
  const hooks = { db, secret, publicUrl }

  return {
    regions: regions.list,
    handlers: {
      ...catalogueHandlers({ db, capacities, engines, regions, templates }),
      ...projectHandlers({ db, links, quotas: config.quotas }),
      ...projectStateHandlers({ db }),
      ...instanceHandlers(creation),
      ...changes,
      ...instanceCopyHandlers(creation),
      ...endManyHandlers({ db, links }),
      ...deploymentHandlers({ db, links, keptDeployments: config.images.keptDeployments, healthResults, maskerOf }),
      ...clusterHandlers({ db, links }),
      ...usageHandlers({ db }),
      ...overviewHandlers({ db, capacities, engines, diskWatch }),
      ...sampler.handlers,
      ...scaling.handlers,
      ...alerting.handlers,
      ...addresses.handlers,
      ...domains.handlers,
      ...volumeHandlers({ db, engines, log, regions, quotas: config.quotas }),
      ...variableGroupHandlers({ db, groupSecrets }),
      ...drains.handlers,
      ...snapshots.handlers,
      ...jobs.handlers,
      ...inContainers.handlers,
      ...waking.handlers,
      ...deployHookHandlers(hooks),
      ...quotaHandlers(db, config.quotas),
      ...logHandlers({ db, logs, searches, limits: config.logs, checkHealth: (id) => checkHealth(health, id) }),
    },
    logSource: createLogSource(store, tails),
    recordListening: addresses.recordListening,
    serveShells: inContainers.serveShells,
    serveWakes: waking.serveWakes,
    metrics: sampler,
    registerRoutes(app, access) {
      app.addHook('preClose', async () => inContainers.endCommands())
      serveDownloads(app, { db, ...access })
      domains.registerRoutes(app)
      snapshots.registerRoutes(app, access)
      sampler.registerRoutes(app, access)
      serveDeployHooks(app, { ...hooks, authorize: access.authorize, redeploy: changes.redeployInstance })
    },
    removeInstancesOf: (organizationId) =>
      removeContentsOf({ db, links, engines, log, snapshots, settled: reconciler.settled }, organizationId),

    async start() {
      const corrected = await db.transaction(resyncCounters)
      if (corrected.length > 0) log.warn({ engines: corrected }, 'corrected the counters of claimed capacity')
      for (const part of parts) await part.start()
    },

    async stop() {
      for (const part of parts.toReversed()) await part.stop()
      await searchPool.stop()
      await logs.stop()
    },
  }
}
