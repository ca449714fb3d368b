import { Readable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import { restores, snapshots, volumes } from '../../../../store/schema.ts'
import type { HeldLease } from '../../../reconcile/lease/held-lease.ts'
import { LeaseLost } from '../../../reconcile/lease/lease-rows.ts'
import type { Settled } from '../../../reconcile/mailboxes.ts'
import { cleanArchive } from '../../archive/clean-archive.ts'
import { readArchive } from '../../archive/stored-archive.ts'
import { BrokenArchive } from '../../archive/tar-check.ts'
import { archiveKey, publishSnapshotsChanged } from '../../rows/snapshot-rows.ts'
import type { RestoreRow, SnapshotRow } from '../../rows/snapshot-wire.ts'
import { ArchivePaths, pathsOf } from '../archive-paths.ts'
import { inTurn, withinTime } from '../copy-limits.ts'
import { WorkFailed } from '../failure-of.ts'
import type { WorkOptions } from '../work-options.ts'
import { completeRestore } from './finish-restore.ts'
import { settleRestore } from './settle-restore.ts'

/**
 * Copies a snapshot to new data of the engine, and makes it the data of the volume when it is whole: until then the
 * volume keeps what it has. After a crash another process begins again with empty data.
 */
export async function executeRestore(options: WorkOptions, id: RestoreRow['id'], lease: HeldLease): Promise<Settled> {
  const [row] = await options.db.select().from(restores).where(eq(restores.id, id))
  if (!row) return { kind: 'rest' }
  if (row.state === 'Succeeded' || row.state === 'Failed') return settleRestore(options, row)
  const ended = await inTurn(options, row.organizationId, lease.signal, () => restore(options, row, lease))
  return settleRestore(options, ended)
}

async function restore(options: WorkOptions, row: RestoreRow, lease: HeldLease): Promise<RestoreRow> {
  const engine = options.engines.of(row.engine)
  const snapshot = await sourceOf(options, row)
  await markRunning(options, row)
  if (snapshot.content === 'dump')
    await limited(options, row, lease, (signal) => readThrough(options, snapshot, signal))
  else {
    const sizeBytes = await sizeOf(options, row, snapshot)
    await engine.removeVolume(row.id)
    const labels = { organization: row.organizationId, project: row.projectId }
    const { isSizeEnforced } = await engine.createVolume({ id: row.id, sizeBytes, labels })
    await limited(options, row, lease, (signal) => copy(options, row, snapshot, signal))
    if (row.kind !== 'rehearsal') return completeRestore(options, row, { isSizeEnforced })
  }
  return completeRestore(options, row, undefined)
}

/** Ends a copy that takes too long, or leaves too little of a disk free. */
const limited = (
  options: WorkOptions,
  { engine }: RestoreRow,
  lease: HeldLease,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> =>
  withinTime(options, lease.signal, (signal) =>
    options.disks.of(engine).whileEnough((full) => work(AbortSignal.any([signal, full]))),
  )

async function copy(
  { engines, storeOf }: WorkOptions,
  { id, kind, engine: name }: RestoreRow,
  snapshot: SnapshotRow,
  signal: AbortSignal,
): Promise<void> {
  const engine = engines.of(name)
  const stored = new ArchivePaths()
  await readArchive(
    await storeOf(snapshot),
    archiveKey(snapshot),
    { expected: snapshot, content: 'volume', signal },
    (source) => {
      const archive = snapshot.isRemote ? cleaned(snapshot, source, signal) : source
      if (kind !== 'rehearsal') return engine.importVolume(id, archive, signal)
      return engine.importVolume(id, Readable.from(stored.read(archive), { objectMode: false }), signal)
    },
  )
  if (kind !== 'rehearsal') return
  const restored = stored.countIn(await pathsOf(await engine.exportVolume(id, signal), signal))
  if (restored !== stored.count)
    throw new BrokenArchive(`Only ${restored} of ${stored.count} files and folders could be restored.`)
}

/** Whoever owns a bucket may have replaced what is in it. */
const cleaned = ({ contentBytes, entries }: SnapshotRow, source: Readable, signal: AbortSignal): Readable =>
  cleanArchive(source, { bytes: contentBytes ?? 0, entries: entries ?? 0 }, signal)

async function readThrough({ storeOf }: WorkOptions, snapshot: SnapshotRow, signal: AbortSignal): Promise<void> {
  await readArchive(
    await storeOf(snapshot),
    archiveKey(snapshot),
    { expected: snapshot, content: 'dump', signal },
    async (source) => {
      for await (const _ of source);
    },
  )
}

async function sourceOf({ db }: WorkOptions, { snapshotId }: RestoreRow): Promise<SnapshotRow> {
  const [snapshot] = await db.select().from(snapshots).where(eq(snapshots.id, snapshotId))
  if (snapshot?.state === 'Available') return snapshot
  throw new WorkFailed('snapshotGone', 'The snapshot was deleted meanwhile.')
}

async function sizeOf({ db }: WorkOptions, row: RestoreRow, snapshot: SnapshotRow): Promise<number> {
  if (row.kind === 'rehearsal') return snapshot.volumeBytes
  const [volume] = row.volumeId ? await db.select().from(volumes).where(eq(volumes.id, row.volumeId)) : []
  if (volume && volume.state !== 'Deleting') return volume.sizeBytes
  throw new WorkFailed('volumeNotFound', 'The volume was deleted meanwhile.')
}

async function markRunning({ db, node }: WorkOptions, row: RestoreRow): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(restores)
      .set({ state: 'Running' })
      .where(and(eq(restores.id, row.id), eq(restores.leaseOwner, node), sql`${restores.finishedAt} is null`))
      .returning({ id: restores.id })
    if (!changed) throw new LeaseLost()
    if (row.state === 'Pending') await publishSnapshotsChanged(tx, row)
  })
}
