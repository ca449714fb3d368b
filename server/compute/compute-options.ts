import type { Config } from '../config.ts'
import type { Engines } from '../engines/engines.ts'
import type { Metrics } from '../http/metrics.ts'
import type { LimitConfig } from '../limit-settings.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import type { JobMailer } from './jobs/runs/job-outcome.ts'
import type { ReconcileSettings, TimeLimits } from './reconcile/reconcile-options.ts'

export interface ComputeOptions {
  config: Pick<
    Config,
    | 'instancesUrl'
    | 'publicUrl'
    | 'product'
    | 'regions'
    | 'templatesFolder'
    | 'logs'
    | 'hostPorts'
    | 'host'
    | 'mode'
    | 'dataFolder'
    | keyof LimitConfig
  >
  /** Seals the values of variables and registry credentials. */
  secret: string
  store: Store
  engines: Engines
  log: Log
  /** No other process reconciles instances on this database, so existing leases belong to dead ones. */
  isAlone: boolean
  limits?: Partial<TimeLimits>
  routes: ReconcileSettings['routes']
  metrics?: Metrics
  mailer?: JobMailer
}
