import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Consistency } from '../../../../src/contract/wire/volumes/snapshot.ts'
import { EngineFailure } from '../../../engines/engine.ts'
import { replicas, snapshots, volumes } from '../../../store/schema.ts'
import { dumpOf } from '../../backups/dump.ts'
import type { HeldLease } from '../../reconcile/lease/held-lease.ts'
import { LeaseLost } from '../../reconcile/lease/lease-rows.ts'
import type { Settled } from '../../reconcile/mailboxes.ts'
import type { VolumeRow } from '../../volumes/rows/volume-wire.ts'
import { dataIdOf } from '../../volumes/rows/volume-wire.ts'
import { type Stored, storeArchive } from '../archive/stored-archive.ts'
import { archiveKey, publishSnapshotsChanged } from '../rows/snapshot-rows.ts'
import type { SnapshotRow } from '../rows/snapshot-wire.ts'
import { inTurn, withinTime } from './copy-limits.ts'
import { WorkFailed } from './failure-of.ts'
import { completeSnapshot } from './finish-snapshot.ts'
import { removeSnapshot } from './remove-snapshot.ts'
import { reserveStorage } from './reserve-storage.ts'
import type { WorkOptions } from './work-options.ts'
import { writersOf } from './writers-of.ts'

const MAX_DUMP_BYTES = 64 * 1024 ** 3

/**
 * Takes a snapshot, or removes it. After a crash another process repeats all of it: the store has nothing under the
 * snapshot's key before the archive is whole, and the row is `Available` only after that.
 */
export async function executeSnapshot(options: WorkOptions, id: SnapshotRow['id'], lease: HeldLease): Promise<Settled> {
  const { db } = options
  const [row] = await db.select().from(snapshots).where(eq(snapshots.id, id))
  if (!row) return { kind: 'rest' }
  await resumeWorkloads(options, row)
  // Of an upload whose process is dead, nothing can be used.
  if (row.state === 'Deleting' || row.state === 'Uploading') return removeSnapshot(options, row)
  if (row.state !== 'Pending' && row.state !== 'Running') return { kind: 'rest' }
  await inTurn(options, row.organizationId, lease.signal, () => take(options, row, lease))
  return { kind: 'rest' }
}

async function take(options: WorkOptions, row: SnapshotRow, lease: HeldLease): Promise<void> {
  await markRunning(options, row)
  const { stored, consistency } = await withinTime(options, lease.signal, (signal) =>
    (row.content === 'dump' ? takeDump : takeFiles)(options, row, signal),
  )
  await completeSnapshot(options, row, stored, consistency)
}

interface Taken {
  stored: Stored
  consistency: Consistency
}

async function takeFiles(options: WorkOptions, row: SnapshotRow, within: AbortSignal): Promise<Taken> {
  const { db, engines, maxPauseMs } = options
  const volume = await volumeOf(options, row)
  const writers = await writersOf(db, volume)
  const isPaused = row.pause && writers.length > 0
  const limit = new AbortController()
  const timer = isPaused ? setTimeout(() => limit.abort(pausedTooLong(maxPauseMs)), maxPauseMs) : undefined
  try {
    if (isPaused) await pauseWorkloads(options, row, writers)
    const signal = AbortSignal.any([within, limit.signal])
    const source = await engines.of(volume.engine).exportVolume(dataIdOf(volume), signal, row.id)
    const stored = await storeArchive(await options.storeOf(row), archiveKey(row), {
      source,
      content: 'volume',
      signal,
      admit: reserveStorage(options, row),
    })
    // One that started meanwhile may have written.
    const isStopped = writers.length === 0 && (await writersOf(db, await volumeOf(options, row))).length === 0
    return { stored, consistency: isPaused ? 'paused' : isStopped ? 'stopped' : 'running' }
  } finally {
    clearTimeout(timer)
    if (isPaused) await resumeWorkloads(options, { ...row, pausedWorkloads: writers })
  }
}

async function takeDump(options: WorkOptions, row: SnapshotRow, signal: AbortSignal): Promise<Taken> {
  const { source, mask } = await dumpOf(options, row, signal)
  try {
    const archive = {
      source,
      content: 'dump',
      // Before it is compressed: a command can write forever what takes almost no space.
      maxBytes: MAX_DUMP_BYTES,
      signal,
      admit: reserveStorage(options, row),
    } as const
    return { stored: await storeArchive(await options.storeOf(row), archiveKey(row), archive), consistency: 'command' }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    throw new EngineFailure(error.code, error.message.split('\n').map(mask).join('\n'))
  }
}

async function volumeOf({ db }: WorkOptions, { volumeId }: SnapshotRow): Promise<VolumeRow> {
  const [volume] = volumeId ? await db.select().from(volumes).where(eq(volumes.id, volumeId)) : []
  if (volume?.state === 'Available') return volume
  throw new WorkFailed('volumeNotFound', 'The volume was deleted meanwhile.')
}

async function markRunning({ db, node }: WorkOptions, row: SnapshotRow): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(snapshots)
      .set({ state: 'Running' })
      .where(and(eq(snapshots.id, row.id), eq(snapshots.leaseOwner, node), sql`${snapshots.state} <> 'Deleting'`))
      .returning({ id: snapshots.id })
    if (!changed) throw new LeaseLost()
    if (row.state === 'Pending') await publishSnapshotsChanged(tx, row)
  })
}

/** Written down before they are paused, so that another process lets them go on after a crash. */
async function pauseWorkloads(options: WorkOptions, { id }: SnapshotRow, workloads: string[]): Promise<void> {
  const { db, engines } = options
  await db.update(snapshots).set({ pausedWorkloads: workloads }).where(eq(snapshots.id, id))
  for (const { workloadId, engine } of await placesOf(db, workloads)) await engines.of(engine).pause(workloadId)
}

async function resumeWorkloads(
  { db, engines }: WorkOptions,
  { id, pausedWorkloads }: Pick<SnapshotRow, 'id' | 'pausedWorkloads'>,
): Promise<void> {
  if (pausedWorkloads.length === 0) return
  for (const { workloadId, engine: name } of await placesOf(db, pausedWorkloads)) {
    const engine = engines.of(name)
    if (await engine.inspect(workloadId)) await engine.resume(workloadId)
  }
  await db.update(snapshots).set({ pausedWorkloads: [] }).where(eq(snapshots.id, id))
}

const placesOf = (db: WorkOptions['db'], ids: string[]) =>
  db
    .select({ workloadId: replicas.workloadId, engine: replicas.engine })
    .from(replicas)
    .where(inArray(replicas.workloadId, ids))

const pausedTooLong = (ms: number) =>
  new WorkFailed(
    'pausedTooLong',
    `The workload was paused for ${Math.round(ms / 1000)} seconds and the copy was not complete. It runs again. Take the snapshot without a pause, or close the instance first.`,
  )
