import { Counter, Histogram, type Registry } from 'prom-client'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Engines } from '../../engines/engines.ts'
import type { RoutePublisher } from '../../gateway/control/route-publisher.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import type { Admission } from '../admission/admission.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import type { DeploymentSecrets } from '../deployments/deployment-secrets.ts'
import type { HostPorts } from '../host-ports.ts'
import type { ProvideImage } from '../images/provide-image.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import type { MaskerOf } from '../logs/reading/read-workload.ts'
import type { WorkloadLogs } from '../logs/reading/workload-logs.ts'
import type { StartGate } from '../start-gate.ts'
import type { HealthResults } from './health/health-results.ts'
import type { HealthWatch } from './health/health-watch.ts'
import type { CurrentProvider } from './provider/current-provider.ts'
import type { EngineOutages } from './provider/engine-outages.ts'

/** How long things may take, in milliseconds. */
export interface TimeLimits {
  pullMs: number
  startMs: number
  /** How long a program has to open its port. */
  portMs: number
  /** A program without a port counts as active when it still runs after this. */
  settleMs: number
  /** The longest time between the request to stop and the forced end. A service may ask for less. */
  graceMs: number
  /** How long requests to a replica that stops may take. */
  drainMs: number
  releaseMs: number
  /** The pause before the first restart of a program that ended by itself; it doubles with each. */
  firstRestartMs: number
  /** A run of this length resets the program's count of restarts. */
  stableMs: number
  /** How long a port leads to nothing after its workload has ended, before another workload gets it. */
  portRestMs: number
  /** How long copying a snapshot may take, however slow its store is. */
  copyMs: number
  /** How often services with autoscaling rules are decided on. */
  scalingMs: number
}

export const defaultTimeLimits: TimeLimits = {
  pullMs: 15 * 60_000,
  startMs: 2 * 60_000,
  portMs: 2 * 60_000,
  settleMs: 200,
  graceMs: 60 * 60_000,
  drainMs: 30_000,
  releaseMs: 15 * 60_000,
  firstRestartMs: 1000,
  stableMs: 5 * 60_000,
  portRestMs: 10 * 60_000,
  copyMs: 6 * 60 * 60_000,
  scalingMs: 10_000,
}

/** When a start that keeps failing is given up. */
export const deadlineFrom = ({ pullMs, startMs, portMs }: TimeLimits, fromMs: number): Date =>
  new Date(fromMs + pullMs + startMs + portMs)

export interface ReconcileSettings {
  /** Identifies this process as the owner of leases. */
  node: string
  db: Db
  engines: Engines
  links: GatewayLinks
  secrets: Pick<DeploymentSecrets, 'read'>
  hostPorts: HostPorts
  logs: WorkloadLogs
  provideImage: ProvideImage
  log: Log
  metrics: ReconcileMetrics
  limits: TimeLimits
  routes: Pick<RoutePublisher, 'withdraw'>
  maskerOf: MaskerOf
  admission: Admission
  regions: Pick<Regions, 'unitPriceOf' | 'list' | 'engineOf'>
  provider: CurrentProvider
  outages: EngineOutages
  healthResults: Pick<HealthResults, 'record'>
}

export interface ReconcileOptions extends ReconcileSettings {
  gate: StartGate
  health: HealthWatch
  /** Called when the state of a replica has changed, which may lead to the next step of its roll-out. */
  onReplicaChanged: (id: InstanceId) => void
}

export interface ReconcileMetrics {
  passed(outcome: 'settled' | 'requeued' | 'failed'): void
  entered(state: Instance['state']): void
  firstActive(createdAt: Date): void
}

/** Measures nothing without a registry. */
export function createReconcileMetrics(registry: Registry | undefined): ReconcileMetrics {
  const registers = registry ? [registry] : []
  const passes = new Counter({
    name: 'longshore_reconcile_total',
    help: 'Reconcile passes of an instance, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const states = new Counter({
    name: 'longshore_instance_states_total',
    help: 'State changes of instances, by new state.',
    labelNames: ['state'],
    registers,
  })
  const deploys = new Histogram({
    name: 'longshore_deploy_seconds',
    help: 'Time from the request for a new instance until it first became active.',
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 900],
    registers,
  })
  return {
    passed: (outcome) => passes.inc({ outcome }),
    entered: (state) => states.inc({ state }),
    firstActive: (createdAt) => deploys.observe((Date.now() - createdAt.getTime()) / 1000),
  }
}
