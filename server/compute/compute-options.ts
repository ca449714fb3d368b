import type { FastifyInstance } from 'fastify'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Config } from '../config.ts'
import type { Engines } from '../engines/engines.ts'
import type { Handlers } from '../http/handler.ts'
import type { Metrics } from '../http/metrics.ts'
import type { LimitConfig } from '../limit-settings.ts'
import type { AccessChecks } from '../live/responses/watch-access.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import type { Addresses } from './addresses/addresses.ts'
import type { Region } from './catalogue/regions/regions.ts'
import type { WorkloadAccess } from './commands/workload-access.ts'
import type { ComputeCall } from './compute-calls.ts'
import type { GatewayPlace } from './domains/acme/challenges.ts'
import type { JobMailer } from './jobs/runs/job-outcome.ts'
import type { LogSource } from './logs/log-source.ts'
import type { Metrics as InstanceMetrics } from './metrics/metrics.ts'
import type { ReconcileSettings, TimeLimits } from './reconcile/reconcile-options.ts'
import type { Waking } from './scaling/wake/waking.ts'

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
    | 'domains'
    | 'port'
    | 'dataFolder'
    | 'billing'
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
  gateway?: (() => GatewayPlace) | undefined
  /** For the checks and certificates of domains. In milliseconds since 1970. */
  now?: (() => number) | undefined
}

export interface Compute
  extends Pick<Addresses, 'recordListening'>,
    Pick<WorkloadAccess, 'serveShells'>,
    Pick<Waking, 'serveWakes'> {
  metrics: Pick<InstanceMetrics, 'receiveTraffic' | 'readRecent'>
  regions: readonly Region[]
  handlers: Handlers<ComputeCall>
  logSource: LogSource
  /** Serves log files, which are not API calls. */
  registerRoutes(app: FastifyInstance, access: AccessChecks): void
  /** Deletes all instances and volumes of an organisation and returns how many are not gone yet. */
  removeInstancesOf(organizationId: OrganizationId): Promise<number>
  start(): Promise<void>
  stop(): Promise<void>
}
