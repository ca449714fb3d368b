import { eq } from 'drizzle-orm'
import { EngineFailure } from '../../../../engines/engine.ts'
import { restores } from '../../../../store/schema.ts'
import type { Settled } from '../../../reconcile/mailboxes.ts'
import type { RestoreRow } from '../../rows/snapshot-wire.ts'
import type { WorkOptions } from '../work-options.ts'

const LATER_MS = 1000

/** Does what is left when a restore has ended: its instance mounts the new data, and the engine removes the old. */
export async function settleRestore({ db, engines, restart }: WorkOptions, row: RestoreRow): Promise<Settled> {
  const { id, restartId, discardId, createdBy } = row
  if (restartId) {
    if (createdBy) await restart(restartId, createdBy)
    await db.update(restores).set({ restartId: null }).where(eq(restores.id, id))
  }
  if (!discardId) return { kind: 'rest' }
  try {
    await engines.of(row.engine).removeVolume(discardId)
  } catch (error) {
    // Until its workload has ended.
    if (!(error instanceof EngineFailure) || error.code !== 'volumeInUse') throw error
    return { kind: 'rest', requeueAt: new Date(Date.now() + LATER_MS) }
  }
  await db.update(restores).set({ discardId: null }).where(eq(restores.id, id))
  return { kind: 'rest' }
}
