import type { ReplicaId } from '../../../../src/contract/wire/common.ts'
import type { HealthResult } from '../../../../src/contract/wire/instance/health/health-result.ts'
import type { HealthCheck } from '../../../../src/contract/wire/instance/health-check.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'
import { createConcurrencyLimit } from '../../../live/concurrency-limit.ts'
import { healthResultOf } from './health-result-of.ts'
import { describeCheck, probeOf } from './probe-of.ts'

export interface WatchedReplica {
  id: ReplicaId
  engine: string
  organizationId: string
  workloadId: string
  check: HealthCheck
}

/** Enough failures in a row; `atMs` is the time of the last one. */
export interface Unhealthy {
  message: string
  atMs: number
}

export interface HealthWatch {
  /** Checks a ready replica from now on. Does nothing if it is checked the same way already. */
  watch(replica: WatchedReplica): void
  forget(id: ReplicaId): void
  stop(): void
}

interface Watched extends WatchedReplica {
  dueMs: number
  failures: number
  isProbing: boolean
}

export interface HealthWatchOptions {
  engines: Engines<Pick<Engine, 'probe'>>
  onUnhealthy: (id: ReplicaId, unhealthy: Unhealthy) => void
  onResult?: (id: ReplicaId, result: HealthResult) => void
  nowMs?: () => number
  tickMs?: number
}

const TICK_MS = 250
const MAX_CONCURRENT_PROBES = 32
/** Checks of one organisation that never answer leave room for those of others. */
const MAX_PER_ORGANIZATION = 8

/** Repeats the health checks of ready replicas with one timer for all of them. */
export function createHealthWatch({
  engines,
  onUnhealthy,
  onResult,
  nowMs = Date.now,
  tickMs = TICK_MS,
}: HealthWatchOptions): HealthWatch {
  const watched = new Map<ReplicaId, Watched>()
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const probes = createConcurrencyLimit(MAX_CONCURRENT_PROBES)
  const probesOf = createConcurrencyLimit(MAX_PER_ORGANIZATION)

  function tick(): void {
    const now = nowMs()
    const due = [...watched.values()].filter(({ isProbing, dueMs }) => !isProbing && dueMs <= now)
    for (const replica of due.sort((one, other) => one.dueMs - other.dueMs)) {
      const free = probes.take('')
      if (!free) return
      const freeOf = probesOf.take(replica.organizationId)
      if (freeOf) void check(replica).finally(freeOf).finally(free)
      else free()
    }
  }

  async function check(replica: Watched): Promise<void> {
    const { id, engine, workloadId } = replica
    const atMs = nowMs()
    replica.isProbing = true
    // An engine that cannot tell says nothing about the program.
    const probe = async () => engines.of(engine).probe(workloadId, probeOf(replica.check), stopping.signal)
    const result = await probe().catch(() => ({ isReady: undefined, reason: '' }))
    replica.isProbing = false
    replica.dueMs = nowMs() + replica.check.periodMs
    if (watched.get(id) !== replica || result.isReady === undefined) return
    onResult?.(id, healthResultOf(result, { atMs, durationMs: nowMs() - atMs }))
    replica.failures = result.isReady ? 0 : replica.failures + 1
    if (result.isReady || replica.failures < replica.check.retries) return
    forget(id)
    const message = `The health check (${describeCheck(replica.check)}) failed ${times(replica.failures)}. ${result.reason}`
    onUnhealthy(id, { message, atMs: nowMs() })
  }

  function forget(id: ReplicaId): void {
    watched.delete(id)
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    watch(replica) {
      if (stopping.signal.aborted || isSame(watched.get(replica.id), replica)) return
      watched.set(replica.id, { ...replica, dueMs: nowMs() + replica.check.periodMs, failures: 0, isProbing: false })
      timer ??= setInterval(tick, tickMs)
    },

    forget,

    stop() {
      stopping.abort()
      clearInterval(timer)
      watched.clear()
    },
  }
}

/** Configurations never change, so the workload's id determines its check. */
const isSame = (before: WatchedReplica | undefined, { workloadId }: WatchedReplica): boolean =>
  before?.workloadId === workloadId

const times = (count: number): string => (count === 1 ? 'once' : `${count} times in a row`)
