import { eq } from 'drizzle-orm'
import type { Resources } from '../../../src/contract/wire/catalogue.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines, NamedEngine } from '../../engines/engines.ts'
import type { EngineDescription } from '../../engines/interface/description.ts'
import type { LimitConfig } from '../../limit-settings.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { capacityCounters } from '../../store/schema.ts'
import type { Claim } from '../admission/capacity-counters.ts'
import type { FreeDisk } from '../disk/free-disk.ts'

/** CPU overcommit: most programs are idle most of the time. */
const CPU_OVERCOMMIT = 4
const GIB = 1_073_741_824
/** Disk overcommit: most programs write a small part of their limit. */
const DISK_OVERCOMMIT = 4
/** Assumed for a disk of another machine, which cannot be measured. */
const STORAGE_OFFERED_UNSEEN = 1024 * GIB
/** Older descriptions are used once more while a new one is read. Whoever loses the connection calls `forget`. */
const DESCRIPTION_LASTS_MS = 15_000
/** An engine that does not answer in this time counts as unreachable. */
const DESCRIPTION_TIMEOUT_MS = 5000
/** An engine that took longer than this to fail is not asked again for a while: every request would wait for it. */
const SLOW_MS = 1000
const SILENCE_LASTS_MS = 10_000

export interface EngineCapacity {
  description(): Promise<EngineDescription>
  /** Returns the machine's resources less the control plane's reserve, with overcommit. Its regions share them. */
  offered(): Promise<Claim>
  /** Returns what is offered less what replicas claim until their workloads have ended. */
  available(db: DbOrTx): Promise<Resources>
  isDiskLow(): Promise<boolean>
  /** Asks the engine again, because its connection was lost. */
  forget(): void
}

/** The capacity of each engine, by its name. */
export type Capacities = Engines<EngineCapacity>

export function createEngineCapacity(
  { name, engine }: Pick<NamedEngine<Pick<Engine, 'describe'>>, 'name' | 'engine'>,
  disk: FreeDisk,
  reserve: LimitConfig['reserve'],
): EngineCapacity {
  let silent: { error: unknown; atMs: number } | undefined
  let known: { description: EngineDescription; atMs: number } | undefined
  let reading: Promise<EngineDescription> | undefined

  async function description(): Promise<EngineDescription> {
    const now = performance.now()
    if (known && now - known.atMs < DESCRIPTION_LASTS_MS) return known.description
    if (silent && now - silent.atMs < SILENCE_LASTS_MS) throw silent.error
    reading ??= read().finally(() => {
      reading = undefined
    })
    if (!known) return reading
    reading.catch(() => undefined)
    return known.description
  }

  async function read(): Promise<EngineDescription> {
    const now = performance.now()
    try {
      const latest = await engine.describe(AbortSignal.timeout(DESCRIPTION_TIMEOUT_MS))
      known = { description: latest, atMs: performance.now() }
      return latest
    } catch (error) {
      known = undefined
      // One that refuses answers at once, and is asked again.
      if (performance.now() - now > SLOW_MS) silent = { error, atMs: performance.now() }
      throw error
    }
  }

  async function offered(): Promise<Claim> {
    const [{ cpuCount, memoryBytes }, space] = await Promise.all([description(), disk.offered()])
    return {
      cpuMilli: Math.max(0, (cpuCount * 1000 - reserve.cpuMilli) * CPU_OVERCOMMIT),
      memoryBytes: Math.max(0, memoryBytes - reserve.memoryBytes),
      storageBytes: space ? space.totalBytes * DISK_OVERCOMMIT : STORAGE_OFFERED_UNSEEN,
      gpu: 0,
    }
  }

  return {
    description,
    isDiskLow: disk.isLow,

    forget() {
      known = undefined
    },

    offered,

    async available(db) {
      const [total, [held]] = await Promise.all([
        offered(),
        db.select().from(capacityCounters).where(eq(capacityCounters.engine, name)),
      ])
      const left = (name: keyof Claim) => Math.max(0, total[name] - (held?.[name] ?? 0))
      return {
        cpu: left('cpuMilli'),
        memory: left('memoryBytes'),
        storageEphemeral: left('storageBytes'),
        gpu: left('gpu'),
        storage: [],
      }
    },
  }
}
