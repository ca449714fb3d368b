import { LATENCY_BUCKETS, latencyBucket } from '../../../src/rules/metrics/latency-buckets.ts'

/** The requests of one target since the last report. Counting one must cost next to nothing. */
export interface TargetTraffic {
  /** By the first digit of the status, from 1xx. */
  statuses: number[]
  /** The visitor left before a response. */
  abandoned: number
  bytesIn: number
  bytesOut: number
  /** Requests by the bucket of the time until their response began. */
  latency: Uint32Array
}

/** One target, or an instance for requests that no target served. */
export interface TrafficEntry {
  id: string
  statuses: number[]
  abandoned: number
  bytesIn: number
  bytesOut: number
  connections: number
  /** Buckets and their counts in turn. */
  latency: number[]
}

export interface Traffic {
  of(id: string): TargetTraffic
  /** Returns what happened since the last call. */
  take(ids: Iterable<string>, connectionsOf: (id: string) => number): { busy: TrafficEntry[]; idle: string[] }
}

export function createTraffic(): Traffic {
  const targets = new Map<string, TargetTraffic>()

  return {
    of(id) {
      const known = targets.get(id)
      if (known) return known
      const counts = {
        statuses: [0, 0, 0, 0, 0],
        abandoned: 0,
        bytesIn: 0,
        bytesOut: 0,
        latency: new Uint32Array(LATENCY_BUCKETS),
      }
      targets.set(id, counts)
      return counts
    },

    take(ids, connectionsOf) {
      const busy: TrafficEntry[] = []
      const idle: string[] = []
      for (const id of new Set([...ids, ...targets.keys()])) {
        const counts = targets.get(id)
        const connections = connectionsOf(id)
        if (counts && isBusy(counts)) busy.push(entryOf(id, counts, connections))
        else if (connections > 0) busy.push({ ...none, id, connections })
        else idle.push(id)
      }
      // Connections that are still open count into the object that they know.
      for (const [id, counts] of targets) {
        if (connectionsOf(id) === 0) targets.delete(id)
        else reset(counts)
      }
      return { busy, idle }
    },
  }
}

export function countResponse({ statuses, latency }: TargetTraffic, status: number, ms: number): void {
  const family = Math.floor(status / 100) - 1
  statuses[family] = (statuses[family] ?? 0) + 1
  const bucket = latencyBucket(ms)
  latency[bucket] = (latency[bucket] ?? 0) + 1
}

const none = { statuses: [0, 0, 0, 0, 0], abandoned: 0, bytesIn: 0, bytesOut: 0, latency: [] }

const isBusy = ({ statuses, abandoned, bytesIn, bytesOut }: TargetTraffic): boolean =>
  statuses.some((count) => count > 0) || abandoned + bytesIn + bytesOut > 0

function entryOf(id: string, { statuses, abandoned, bytesIn, bytesOut, latency }: TargetTraffic, connections: number) {
  const sparse: number[] = []
  for (const [bucket, count] of latency.entries()) if (count > 0) sparse.push(bucket, count)
  return { id, statuses: [...statuses], abandoned, bytesIn, bytesOut, connections, latency: sparse }
}

function reset(counts: TargetTraffic): void {
  counts.statuses.fill(0)
  counts.abandoned = 0
  counts.bytesIn = 0
  counts.bytesOut = 0
  counts.latency.fill(0)
}
