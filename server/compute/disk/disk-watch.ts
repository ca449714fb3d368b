import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import type { ReplicaId } from '../../../src/contract/wire/common.ts'
import type { DiskUse, Engine } from '../../engines/engine.ts'
import type { Log } from '../../log.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { replicas } from '../../store/schema.ts'
import type { FreeDisk } from './free-disk.ts'

interface DiskWatchOptions {
  db: DbOrTx
  engine: Pick<Engine, 'diskUsage'>
  disk: FreeDisk
  /** The longest interval between two passes; random jitter shortens it. */
  everyMs: number
  onOverLimit: (id: ReplicaId, used: DiskUse) => void
  /** Called in each pass to free disk space. */
  prune: (isDiskLow: boolean) => Promise<void>
  log: Log
  metrics?: Registry | undefined
}

export interface DiskWatch {
  /** Returns what the last pass measured, by workload id; undefined before it. */
  measured(): ReadonlyMap<string, DiskUse> | undefined
  start(): void
  stop(): Promise<void>
}

/** Spreads the passes of nodes that were started together. */
const JITTER = 0.2
/** The longest delay before a replica that could not be measured is measured again. */
const REPEATED_MS = 30_000

/**
 * Measures the disk use of all running replicas, one pass at a time, and reports replicas that exceed their plan or
 * cannot be measured. This is the only disk limit where the engine's storage driver has none, and otherwise a second
 * one.
 */
export function createDiskWatch(options: DiskWatchOptions): DiskWatch {
  const { db, engine, disk, everyMs, onOverLimit, prune, log } = options
  const stopping = new AbortController()
  const low = lowDiskGauge(options.metrics)
  let wasLow = false
  let latest: ReadonlyMap<string, DiskUse> | undefined
  let unmeasured: ReadonlySet<ReplicaId> = new Set()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = (unmeasured.size > 0 ? Math.min(everyMs, REPEATED_MS) : everyMs) * (1 - JITTER * Math.random())
      await delay(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      await pass().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'failed to measure the disk; trying again later')
      })
    }
  }

  async function pass(): Promise<void> {
    await reportOverLimit()
    const isLow = await disk.isLow()
    low?.set(isLow ? 1 : 0)
    if (isLow && !wasLow)
      log.error('free disk space is below the reserve, so new deployments are rejected; free some disk space')
    wasLow = isLow
    await prune(isLow)
  }

  async function reportOverLimit(): Promise<void> {
    // What an earlier pass measured says nothing about now if this one fails.
    latest = undefined
    const used = await engine.diskUsage(stopping.signal)
    latest = used
    const rows = await db
      .select({ id: replicas.id, workloadId: replicas.workloadId, storageBytes: replicas.storageBytes })
      .from(replicas)
      .where(and(eq(replicas.desiredState, 'active'), isNull(replicas.removedAt)))
    const before = unmeasured
    const now = new Set<ReplicaId>()
    for (const { id, workloadId, storageBytes } of rows) {
      const bytes = used.get(workloadId) ?? 0
      if (bytes === 'notMeasurable') now.add(id)
      // Only after two failures in a row: one hiccup of the engine must not stop a workload.
      if (bytes === 'notMeasurable' ? before.has(id) : bytes > storageBytes) onOverLimit(id, bytes)
    }
    unmeasured = now
  }

  return {
    measured: () => latest,

    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function lowDiskGauge(registry: Registry | undefined): Gauge | undefined {
  if (!registry) return undefined
  return new Gauge({
    name: 'longshore_disk_low',
    help: '1 while free disk space is below the reserve of the control plane.',
    registers: [registry],
  })
}
