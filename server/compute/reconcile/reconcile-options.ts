import type { Engine } from '../../engines/engine.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import type { ProvideImage } from '../images/provide-image.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import type { InstanceSecrets } from '../instances/instance-secrets.ts'
import type { WorkloadLogs } from '../logs/reading/workload-logs.ts'
import type { HostPorts } from './host-ports.ts'
import type { ReconcileMetrics } from './reconcile-metrics.ts'

/** How long things may take, in milliseconds. */
export interface TimeLimits {
  pullMs: number
  startMs: number
  /** How long a program has to open its port. */
  portMs: number
  /** A program without a port counts as running when it still runs after this. */
  settleMs: number
  /** Between being asked to stop and being made to. */
  graceMs: number
  /** The pause before the first new start of a program that ended by itself; it doubles with each. */
  firstRestartMs: number
  /** A program that ran this long starts again with a clean record. */
  stableMs: number
  /** How long a port leads to nothing after its workload has ended, before another workload gets it. */
  portRestMs: number
}

export const usualTimeLimits: TimeLimits = {
  pullMs: 15 * 60_000,
  startMs: 2 * 60_000,
  portMs: 2 * 60_000,
  settleMs: 200,
  graceMs: 10_000,
  firstRestartMs: 1000,
  stableMs: 5 * 60_000,
  portRestMs: 10 * 60_000,
}

/** When a start that keeps failing is given up. */
export const deadlineFrom = ({ pullMs, startMs, portMs }: TimeLimits, fromMs: number): Date =>
  new Date(fromMs + pullMs + startMs + portMs)

export interface ReconcileOptions {
  /** Names this process among all movers. */
  node: string
  db: Db
  engine: Engine
  links: GatewayLinks
  secrets: InstanceSecrets
  hostPorts: HostPorts
  logs: WorkloadLogs
  provideImage: ProvideImage
  log: Log
  metrics: ReconcileMetrics
  limits: TimeLimits
}

/** When an instance has to be reconciled again; undefined if only an event can change anything. */
export type Requeue = { atMs: number } | undefined
