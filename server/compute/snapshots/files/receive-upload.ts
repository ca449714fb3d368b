import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { and, eq, sql } from 'drizzle-orm'
import type { UserId } from '../../../../src/contract/wire/common.ts'
import type { Snapshot, SnapshotId } from '../../../../src/contract/wire/volumes/snapshot.ts'
import type { VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { ApiError } from '../../../http/api-error.ts'
import { limitSlowUpload } from '../../../http/listener/upload-deadline.ts'
import type { QuotaLimits } from '../../../limit-settings.ts'
import type { Db } from '../../../store/connection.ts'
import { snapshots } from '../../../store/schema.ts'
import { HeldLease } from '../../reconcile/lease/held-lease.ts'
import { LeaseLost } from '../../reconcile/lease/lease-rows.ts'
import { lockVolume } from '../../volumes/rows/lock-volume.ts'
import { cleanArchive } from '../archive/clean-archive.ts'
import { storeArchive } from '../archive/stored-archive.ts'
import { BrokenArchive } from '../archive/tar-check.ts'
import { insertRow } from '../create-snapshot.ts'
import { readSnapshot } from '../rows/read-snapshots.ts'
import { snapshotPrice } from '../rows/snapshot-price.ts'
import { archiveKey, publishSnapshotsChanged } from '../rows/snapshot-rows.ts'
import { openSnapshotUsage } from '../rows/snapshot-usage.ts'
import type { SnapshotRow } from '../rows/snapshot-wire.ts'
import { StoreFailure } from '../store/archive-store.ts'
import type { WorkOptions } from '../work/work-options.ts'

export interface UploadOptions extends Pick<WorkOptions, 'storeOf' | 'regions'> {
  db: Db
  quotas: QuotaLimits
}

interface Upload {
  id: string
  name: string
  userId: UserId
}

const MAX_ENTRIES = 500_000
const IDLE_MS = 60_000
/** A transfer holds one of few places. */
const pace = { graceMs: 60_000, bytesPerSecond: 32 * 1024, checkEveryMs: 5000 }
const FIRST_LEASE_MS = 10_000
const LINGER_MS = 1000

/**
 * Stores an archive that a user sends as a snapshot of a volume. While it is received, its row is leased by this
 * request; when the process dies, the lease ends and another process removes what is there.
 */
export async function receiveUpload(
  options: UploadOptions,
  request: IncomingMessage,
  upload: Upload,
): Promise<{ snapshot: Snapshot }> {
  const { db } = options
  const owner = randomUUID()
  const row = await insertUpload(options, upload, owner, Number(request.headers['content-length'] ?? Number.NaN))
  const lease = new HeldLease(db, { table: 'snapshot', id: row.id }, owner)
  const gone = new AbortController()
  const { socket } = request
  // Not the end of the request, which a bad archive causes too.
  const onClosed = () => {
    if (!request.complete) gone.abort(new BrokenArchive('The upload was interrupted.'))
  }
  socket.once('close', onClosed)
  request.setTimeout(IDLE_MS, () => request.destroy())
  limitSlowUpload(request, pace)
  const signal = AbortSignal.any([lease.signal, gone.signal])
  try {
    const source = cleanArchive(request, { bytes: row.volumeBytes, entries: MAX_ENTRIES }, signal)
    const stored = await storeArchive(await options.storeOf(row), archiveKey(row), {
      source,
      content: 'volume',
      signal,
    })
    await complete(options, row, owner, stored)
    return { snapshot: await readSnapshot(db, row.id) }
  } catch (error) {
    await discard(options, row)
    // Nobody reads the rest: the client has a moment to read the answer.
    setTimeout(() => {
      if (!request.complete) socket.destroy()
    }, LINGER_MS).unref()
    if (error instanceof BrokenArchive) throw new ApiError('brokenArchive', { message: error.message, cause: error })
    if (error instanceof StoreFailure)
      throw new ApiError('insufficientCapacity', { message: error.message, cause: error })
    throw error
  } finally {
    socket.off('close', onClosed)
    lease.end()
  }
}

function insertUpload(
  { db, quotas }: UploadOptions,
  upload: Upload,
  leaseOwner: string,
  declaredBytes: number,
): Promise<SnapshotRow> {
  return db.transaction(async (tx) => {
    const volume = await lockVolume(tx, upload.id as VolumeId)
    if (declaredBytes > volume.sizeBytes)
      throw new ApiError('brokenArchive', {
        message: 'The archive is larger than the volume. Enlarge the volume first.',
      })
    return insertRow(tx, quotas, {
      id: randomUUID() as SnapshotId, // A new id, branded here.
      organizationId: volume.organizationId,
      projectId: volume.projectId,
      volumeId: volume.id,
      content: 'volume',
      source: volume.name,
      class: volume.class,
      volumeBytes: volume.sizeBytes,
      region: volume.region,
      name: upload.name,
      createdBy: upload.userId,
      state: 'Uploading',
      leaseOwner,
      leaseUntil: new Date(Date.now() + FIRST_LEASE_MS),
      storedBytes: Number.isFinite(declaredBytes) ? declaredBytes : volume.sizeBytes,
    })
  })
}

const complete = (
  { db, regions }: UploadOptions,
  row: SnapshotRow,
  owner: string,
  stored: Awaited<ReturnType<typeof storeArchive>>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const [changed] = await tx
      .update(snapshots)
      .set({
        ...stored,
        dailyPriceMicros: snapshotPrice(stored.storedBytes, regions.unitPriceOf(row.region)),
        state: 'Available',
        consistency: 'stopped',
        finishedAt: sql`now()`,
        leaseOwner: null,
        leaseUntil: null,
      })
      .where(and(eq(snapshots.id, row.id), eq(snapshots.leaseOwner, owner), eq(snapshots.state, 'Uploading')))
      .returning()
    if (!changed) throw new LeaseLost()
    await openSnapshotUsage(tx, changed)
    await publishSnapshotsChanged(tx, changed)
  })

/** Leaves the rest to the worker, which removes uploads that nobody leases. */
async function discard({ db }: UploadOptions, { id }: SnapshotRow): Promise<void> {
  await db
    .update(snapshots)
    .set({ state: 'Deleting', leaseOwner: null, leaseUntil: null })
    .where(and(eq(snapshots.id, id), eq(snapshots.state, 'Uploading')))
}
