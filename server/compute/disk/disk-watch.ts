import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DiskUse, Engine } from '../../engines/engine.ts'
import type { Log } from '../../log.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import type { FreeDisk } from './free-disk.ts'

interface DiskWatchOptions {
  db: DbOrTx
  engine: Pick<Engine, 'diskUsage'>
  disk: FreeDisk
  /** At most this long between two passes. */
  everyMs: number
  onOverLimit: (id: InstanceId, used: DiskUse) => void
  /** Frees what can be spared, at each pass. */
  prune: (isDiskLow: boolean) => Promise<void>
  log: Log
  metrics?: Registry | undefined
}

export interface DiskWatch {
  start(): void
  stop(): Promise<void>
}

/** Nodes that were started together do not measure together. */
const JITTER = 0.2
/** The pause before one that could not be measured is measured again. */
const REPEATED_MS = 30_000

/**
 * Measures what all running instances keep on disk, in one pass at a time, and reports those that have more than their
 * plan gives, or that cannot be measured. It is the only limit where the engine's storage driver has none, and a second one where it has.
 */
export function createDiskWatch(options: DiskWatchOptions): DiskWatch {
  const { db, engine, disk, everyMs, onOverLimit, prune, log } = options
  const stopping = new AbortController()
  const low = lowDiskGauge(options.metrics)
  let wasLow = false
  let unmeasured: ReadonlySet<InstanceId> = new Set()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const waitMs = (unmeasured.size > 0 ? Math.min(everyMs, REPEATED_MS) : everyMs) * (1 - JITTER * Math.random())
      await delay(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      await pass().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'measuring the disk failed; trying again later')
      })
    }
  }

  async function pass(): Promise<void> {
    await reportOverLimit()
    const isLow = await disk.isLow()
    low?.set(isLow ? 1 : 0)
    if (isLow && !wasLow) log.error('less disk is free than is reserved, so nothing new is deployed; free some')
    wasLow = isLow
    await prune(isLow)
  }

  async function reportOverLimit(): Promise<void> {
    const used = await engine.diskUsage(stopping.signal)
    const rows = await db
      .select({ id: instances.id, deploymentId: instances.activeDeployment, storageBytes: instances.storageBytes })
      .from(instances)
      .where(eq(instances.desiredState, 'active'))
    const before = unmeasured
    const now = new Set<InstanceId>()
    for (const { id, deploymentId, storageBytes } of rows) {
      const bytes = used.get(deploymentId ?? '') ?? 0
      if (bytes === 'notMeasurable') now.add(id)
      // Twice in a row: a hiccup of the engine stops nobody.
      if (bytes === 'notMeasurable' ? before.has(id) : bytes > storageBytes) onOverLimit(id, bytes)
    }
    unmeasured = now
  }

  return {
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
    help: '1 while less disk is free than is reserved for the control plane.',
    registers: [registry],
  })
}
