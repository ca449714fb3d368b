import { LATENCY_BUCKETS } from '../../../src/rules/metrics/latency-buckets.ts'

/**
 * How the points of a column become one coarser point: their mean, weighted by the samples behind them, their sum, or
 * the greatest. The numbers are stored, so they never change.
 */
type Merge = 'mean' | 'sum' | 'max'

interface ColumnFacts {
  id: number
  merge: Merge
  from: 'engine' | 'gateway'
}

const column = <M extends Merge, F extends ColumnFacts['from']>(id: number, merge: M, from: F) =>
  ({ id, merge, from }) as const

export const columns = {
  /** Tenths of a thousandth of a core. */
  cpu: column(1, 'mean', 'engine'),
  /** Pages of 4 KiB, as the kernel counts. */
  memory: column(2, 'mean', 'engine'),
  /** Bytes a second. */
  networkIn: column(3, 'mean', 'engine'),
  networkOut: column(4, 'mean', 'engine'),
  diskRead: column(5, 'mean', 'engine'),
  diskWrite: column(6, 'mean', 'engine'),
  diskUsed: column(7, 'mean', 'engine'),
  restarts: column(8, 'sum', 'engine'),
  cpuMax: column(9, 'max', 'engine'),
  memoryMax: column(10, 'max', 'engine'),
  /** Samples behind a coarser point. */
  engineSamples: column(13, 'sum', 'engine'),
  connectionsMax: column(11, 'max', 'gateway'),
  requestsMax: column(12, 'max', 'gateway'),
  gatewaySamples: column(14, 'sum', 'gateway'),
  status1xx: column(17, 'sum', 'gateway'),
  status2xx: column(18, 'sum', 'gateway'),
  status3xx: column(19, 'sum', 'gateway'),
  status4xx: column(20, 'sum', 'gateway'),
  status5xx: column(21, 'sum', 'gateway'),
  /** Requests whose visitor left before a response. */
  abandoned: column(22, 'sum', 'gateway'),
  bytesIn: column(23, 'sum', 'gateway'),
  bytesOut: column(24, 'sum', 'gateway'),
  /** The gateway measured a point exactly where this one is not null. */
  connections: column(25, 'mean', 'gateway'),
} as const

export type ColumnName = keyof typeof columns

const FIRST_LATENCY = 64

export const latencyColumn = (bucket: number): number => FIRST_LATENCY + bucket
export const bucketOf = (id: number): number => id - FIRST_LATENCY
export const isLatency = (id: number): boolean => id >= FIRST_LATENCY && id < FIRST_LATENCY + LATENCY_BUCKETS

const byId = new Map<number, ColumnFacts>(Object.values(columns).map((facts) => [facts.id, facts]))
const ofLatency = { merge: 'sum', from: 'gateway' } as const

/** Undefined for a column of a newer version. */
export const factsOf = (id: number): Omit<ColumnFacts, 'id'> | undefined => (isLatency(id) ? ofLatency : byId.get(id))

export const requestColumns: readonly number[] = [
  columns.status1xx.id,
  columns.status2xx.id,
  columns.status3xx.id,
  columns.status4xx.id,
  columns.status5xx.id,
  columns.abandoned.id,
]

export const CPU_SCALE = 10
export const PAGE_BYTES = 4096

/** What was measured of one replica in one sample: whole numbers by column; a column that is missing was not measured. */
export type Sample = ReadonlyMap<number, number>
