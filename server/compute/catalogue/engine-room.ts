import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Resources } from '../../../src/contract/wire/catalogue.ts'
import type { Engine, EngineDescription } from '../../engines/engine.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'

/** Plans share processors: most programs wait most of the time, so a core is promised this many times. */
const PROMISES_PER_CORE = 4
const GIB = 1_073_741_824
/** The engines do not tell their free disk, so a fixed allowance is offered for each installation. */
const STORAGE_OFFERED = 1024 * GIB
const DESCRIPTION_LASTS_MS = 15_000

export interface EngineRoom {
  description(): Promise<EngineDescription>
  /** What can still be asked for: the machine's, less what instances that run or start hold. Every region shares it. */
  left(db: DbOrTx): Promise<Resources>
}

export function createEngineRoom(engine: Engine): EngineRoom {
  let known: { description: EngineDescription; atMs: number } | undefined

  async function description(): Promise<EngineDescription> {
    if (known && performance.now() - known.atMs < DESCRIPTION_LASTS_MS) return known.description
    const latest = await engine.describe()
    known = { description: latest, atMs: performance.now() }
    return latest
  }

  return {
    description,

    async left(db) {
      const { cpuCount, memoryBytes } = await description()
      const held = await heldResources(db)
      const from = (offered: number, taken: number) => Math.max(0, offered - taken)
      return {
        cpu: from(cpuCount * 1000 * PROMISES_PER_CORE, held.cpu),
        memory: from(memoryBytes, held.memory),
        storageEphemeral: from(STORAGE_OFFERED, held.storage),
        gpu: 0,
        storage: [],
      }
    },
  }
}

async function heldResources(db: DbOrTx): Promise<{ cpu: number; memory: number; storage: number }> {
  const total = (column: typeof instances.cpuMilli | typeof instances.memoryBytes | typeof instances.storageBytes) =>
    sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [held] = await db
    .select({
      cpu: total(instances.cpuMilli),
      memory: total(instances.memoryBytes),
      storage: total(instances.storageBytes),
    })
    .from(instances)
    .where(and(eq(instances.wish, 'active'), inArray(instances.state, ['Starting', 'Active'])))
  return held ?? { cpu: 0, memory: 0, storage: 0 }
}
