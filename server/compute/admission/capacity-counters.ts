import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { ReplicaId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { capacityCounters, replicas } from '../../store/schema.ts'

export interface Claim {
  cpuMilli: number
  memoryBytes: number
  storageBytes: number
  gpu: number
}

/** Adds claims to their engine's counter. Negative claims give capacity back. Call it last before the commit. */
export async function addClaims(tx: Tx, engine: string, claim: Claim): Promise<void> {
  await tx
    .insert(capacityCounters)
    .values({ engine, ...claim })
    .onConflictDoUpdate({
      target: capacityCounters.engine,
      set: {
        cpuMilli: sql`${capacityCounters.cpuMilli} + ${claim.cpuMilli}`,
        memoryBytes: sql`${capacityCounters.memoryBytes} + ${claim.memoryBytes}`,
        storageBytes: sql`${capacityCounters.storageBytes} + ${claim.storageBytes}`,
        gpu: sql`${capacityCounters.gpu} + ${claim.gpu}`,
      },
    })
}

/** Gives back what replicas claim, once: a repeated call changes nothing. Call it last before the commit. */
export async function releaseClaims(tx: Tx, ids: readonly ReplicaId[]): Promise<void> {
  if (ids.length === 0) return
  const released = await tx
    .update(replicas)
    .set({ claimReleasedAt: sql`now()` })
    .where(and(inArray(replicas.id, [...ids]), isNull(replicas.claimReleasedAt)))
    .returning()
  const engines = Map.groupBy(released, ({ engine }) => engine)
  // Sorted to prevent deadlocks.
  for (const engine of [...engines.keys()].sort()) {
    const total = { cpuMilli: 0, memoryBytes: 0, storageBytes: 0, gpu: 0 }
    for (const row of engines.get(engine) ?? []) {
      total.cpuMilli -= row.cpuMilli
      total.memoryBytes -= row.memoryBytes
      total.storageBytes -= row.storageBytes
      total.gpu -= row.gpu
    }
    await addClaims(tx, engine, total)
  }
}
