import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import type { ReplicaId } from '../../../src/contract/wire/common.ts'
import type { DiskUse, Engine } from '../../engines/engine.ts'
import { type Engines, forEachEngine, labelOf, type NamedEngine } from '../../engines/engines.ts'
import type { Log } from '../../log.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { replicas } from '../../store/schema.ts'
import type { FreeDisk } from './free-disk.ts'

interface DiskWatchOptions {
  db: DbOrTx
  engines: Engines<Pick<Engine, 'diskUsage'>>
  /** By the name of the engine. */
  disks: Engines<FreeDisk>
  /** The longest interval between two passes; random jitter shortens it. */
  everyMs: number
  onOverLimit: (id: ReplicaId, used: DiskUse) => void
  /** Called for each engine in each pass to free disk space. */
  prune: (engine: string, isDiskLow: boolean) => Promise<void>
  log: Log
  metrics?: Registry | undefined
}

export interface DiskWatch {
  /** Returns what the last pass measured, by workload id, on all engines that answered; undefined before it. */
  measured(): ReadonlyMap<string, DiskUse> | undefined
  start(): void
  stop(): Promise<void>
}

type Measured = NamedEngine<Pick<Engine, 'diskUsage'>>

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
  const { db, engines, disks, everyMs, onOverLimit, prune, log } = options
  const stopping = new AbortController()
  const low = lowDiskGauge(options.metrics)
  const wereLow = new Set<string>()
  const latest = new Map<string, ReadonlyMap<string, DiskUse>>()
  const unmeasured = new Map<string, ReadonlySet<ReplicaId>>()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs =
        ([...unmeasured.values()].some(({ size }) => size > 0) ? Math.min(everyMs, REPEATED_MS) : everyMs) *
        (1 - JITTER * Math.random())
      await delay(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      const failed = 'failed to measure the disk; trying again later'
      await forEachEngine(engines, { log, failed, signal: stopping.signal }, pass)
    }
  }

  async function pass({ name, engine }: Measured): Promise<void> {
    await reportOverLimit(name, engine)
    const isLow = await disks.of(name).isLow()
    if (isLow && !wereLow.has(name))
      log.error(
        labelOf({ name }),
        'free disk space is below the reserve, so new deployments are rejected; free some disk space',
      )
    if (isLow) wereLow.add(name)
    else wereLow.delete(name)
    low?.set(wereLow.size > 0 ? 1 : 0)
    await prune(name, isLow)
  }

  async function reportOverLimit(name: string, engine: Measured['engine']): Promise<void> {
    // What an earlier pass measured says nothing about now if this one fails.
    latest.delete(name)
    const used = await engine.diskUsage(stopping.signal)
    latest.set(name, used)
    const rows = await db
      .select({ id: replicas.id, workloadId: replicas.workloadId, storageBytes: replicas.storageBytes })
      .from(replicas)
      .where(and(eq(replicas.engine, name), eq(replicas.desiredState, 'active'), isNull(replicas.removedAt)))
    const before = unmeasured.get(name)
    const now = new Set<ReplicaId>()
    for (const { id, workloadId, storageBytes } of rows) {
      const bytes = used.get(workloadId) ?? 0
      if (bytes === 'notMeasurable') now.add(id)
      // Only after two failures in a row: one hiccup of the engine must not stop a workload.
      if (bytes === 'notMeasurable' ? before?.has(id) : bytes > storageBytes) onOverLimit(id, bytes)
    }
    unmeasured.set(name, now)
  }

  return {
    measured: () => (latest.size > 0 ? new Map([...latest.values()].flatMap((used) => [...used])) : undefined),

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
    help: '1 while free disk space is below the reserve on the disk of an engine or of the control plane.',
    registers: [registry],
  })
}
