import { sql } from 'drizzle-orm'
import type { Resources } from '../../../src/contract/wire/catalogue.ts'
import type { Engine } from '../../engines/engine.ts'
import type { EngineDescription } from '../../engines/interface/description.ts'
import type { LimitConfig } from '../../limit-settings.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import type { FreeDisk } from '../disk/free-disk.ts'
import { holdsResources } from '../quotas/quotas.ts'

/** CPU overcommit: most programs are idle most of the time. */
const CPU_OVERCOMMIT = 4
const GIB = 1_073_741_824
/** Disk overcommit: most programs write a small part of their limit. */
const DISK_OVERCOMMIT = 4
/** Assumed for a disk of another machine, which cannot be measured. */
const STORAGE_OFFERED_UNSEEN = 1024 * GIB
const DESCRIPTION_LASTS_MS = 15_000
/** An engine that does not answer in this time counts as unreachable. */
const DESCRIPTION_TIMEOUT_MS = 5000

export interface EngineCapacity {
  description(): Promise<EngineDescription>
  /**
   * Returns the machine's resources less the control plane's reserve and less what instances hold until their workloads
   * have ended. All regions share them.
   */
  available(db: DbOrTx): Promise<Resources>
  isDiskLow(): Promise<boolean>
}

export function createEngineCapacity(
  engine: Pick<Engine, 'describe'>,
  disk: FreeDisk,
  reserve: LimitConfig['reserve'],
): EngineCapacity {
  let known: { description: EngineDescription; atMs: number } | undefined

  async function description(): Promise<EngineDescription> {
    if (known && performance.now() - known.atMs < DESCRIPTION_LASTS_MS) return known.description
    const latest = await engine.describe(AbortSignal.timeout(DESCRIPTION_TIMEOUT_MS))
    known = { description: latest, atMs: performance.now() }
    return latest
  }

  return {
    description,
    isDiskLow: disk.isLow,

    async available(db) {
      const { cpuCount, memoryBytes } = await description()
      const [allocated, space] = await Promise.all([allocatedResources(db), disk.offered()])
      const from = (offered: number, used: number) => Math.max(0, offered - used)
      return {
        cpu: from((cpuCount * 1000 - reserve.cpuMilli) * CPU_OVERCOMMIT, allocated.cpu),
        memory: from(memoryBytes - reserve.memoryBytes, allocated.memory),
        storageEphemeral: from(space ? space.totalBytes * DISK_OVERCOMMIT : STORAGE_OFFERED_UNSEEN, allocated.storage),
        gpu: 0,
        storage: [],
      }
    },
  }
}

async function allocatedResources(db: DbOrTx): Promise<{ cpu: number; memory: number; storage: number }> {
  const total = (column: typeof instances.cpuMilli | typeof instances.memoryBytes | typeof instances.storageBytes) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [allocated] = await db
    .select({
      cpu: total(instances.cpuMilli),
      memory: total(instances.memoryBytes),
      storage: total(instances.storageBytes),
    })
    .from(instances)
    .where(holdsResources)
  return allocated ?? { cpu: 0, memory: 0, storage: 0 }
}
