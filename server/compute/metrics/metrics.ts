import type { FastifyInstance } from 'fastify'
import type { DiskUse, Engine } from '../../engines/engine.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Handlers } from '../../http/handler.ts'
import { openedOnce } from '../../jobs/opened-once.ts'
import type { AccessChecks } from '../../live/responses/watch-access.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { metricHandlers } from './chart/metric-handlers.ts'
import { servePrometheus } from './prometheus/prometheus-route.ts'
import { createEngineSampler } from './sampling/engine-sampler.ts'
import { createRecentSamples, type RecentSamples } from './sampling/recent-samples.ts'
import { createSampler, type Sampler } from './sampling/sampler.ts'
import { createMetricTables } from './store/metric-tables.ts'

export interface Metrics extends Sampler, Pick<RecentSamples, 'readRecent' | 'readSamples'> {
  handlers: Handlers<'readMetrics'>
  /** Serves the metrics of an organisation in Prometheus' format, which is no API call. */
  registerRoutes(app: FastifyInstance, access: Pick<AccessChecks, 'authorize'>): void
}

interface MetricsOptions {
  db: Db
  engines: Engines<Pick<Engine, 'stats'>>
  log: Log
  node: string
  isAlone: boolean
  diskUse: () => ReadonlyMap<string, DiskUse> | undefined
  nowMs?: () => number
  /** How long all engines may take for a sample. */
  limitMs?: number | undefined
  /** A clock that never jumps. */
  monotonicMs?: () => number
}

/** What replicas use and serve: sampled, stored, and read as charts. */
export function createMetrics(options: MetricsOptions): Metrics {
  const { db, engines, log, node, isAlone, diskUse, nowMs = Date.now, monotonicMs = () => performance.now() } = options
  const tables = openedOnce(() => createMetricTables(db))
  const recent = createRecentSamples(monotonicMs)
  const engineSampler = createEngineSampler({ engines, diskUse, monotonicMs, limitMs: options.limitMs })
  const sampler = createSampler({ db, log, node, isAlone, engineSampler, recent, ready: tables.get, nowMs })
  return {
    ...sampler,
    readRecent: recent.readRecent,
    readSamples: recent.readSamples,
    handlers: metricHandlers({ db, ready: tables.get, nowMs }),
    registerRoutes: (app, { authorize }) => servePrometheus(app, { db, authorize, ready: tables.get, nowMs }),
  }
}
