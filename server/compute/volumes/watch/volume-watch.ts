import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { ReplicaId } from '../../../../src/contract/wire/common.ts'
import type { Engine } from '../../../engines/engine.ts'
import { type Engines, forEachEngine } from '../../../engines/engines.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import type { OverVolume } from '../../reconcile/replica/transition/replica-event.ts'
import { dataIdOf } from '../rows/volume-wire.ts'
import { deleteAbandonedData } from './abandoned-data.ts'
import { isOverSize, replicasOf } from './over-size.ts'
import { recordVolumeUse } from './record-volume-use.ts'
import { removeDeletedVolumes } from './remove-volumes.ts'

interface VolumeWatchOptions {
  db: Db
  engines: Engines<Pick<Engine, 'volumeUsage' | 'removeVolume'>>
  /** The longest interval between two passes; random jitter shortens it. */
  everyMs: number
  /** Called for each replica that may have filled a volume beyond its size. */
  onOverSize: (id: ReplicaId, over: OverVolume) => void
  log: Log
}

interface VolumeWatch {
  start(): void
  stop(): Promise<void>
}

const JITTER = 0.2

/**
 * Measures how full volumes are, warns about it, reports those far beyond their size, which is the only limit where the
 * engine enforces none, and finishes deletions that were interrupted.
 */
export function createVolumeWatch({ db, engines, everyMs, onOverSize, log }: VolumeWatchOptions): VolumeWatch {
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(everyMs * (1 - JITTER * Math.random()), undefined, { signal: stopping.signal, ref: false }).catch(
        () => {},
      )
      if (stopping.signal.aborted) return
      await pass().catch((error: unknown) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'failed to measure volumes; trying again later')
      })
    }
  }

  async function pass(): Promise<void> {
    await removeDeletedVolumes({ db, engines, log })
    await deleteAbandonedData({ db, engines, log })
    const rows = await db.select().from(volumes).where(eq(volumes.state, 'Available'))
    if (rows.length === 0) return
    const failed = 'failed to measure volumes; trying again later'
    await forEachEngine(engines, { log, failed, signal: stopping.signal }, async (named) => {
      const own = rows.filter((row) => row.engine === named.name)
      if (own.length === 0) return
      const used = await named.engine.volumeUsage(stopping.signal)
      for (const row of own) {
        const bytes = used.get(dataIdOf(row))
        await recordVolumeUse(db, row, typeof bytes === 'number' ? bytes : null)
        if (typeof bytes !== 'number' || !isOverSize(row, bytes)) continue
        const over = { volume: row.name, usedBytes: bytes, sizeBytes: row.sizeBytes }
        for (const id of await replicasOf(db, row)) onOverSize(id, over)
      }
    })
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
