import { and, eq } from 'drizzle-orm'
import type { snapshotCalls } from '../../../src/contract/calls/volumes/snapshot-calls.ts'
import type { RestoreId, SnapshotId } from '../../../src/contract/wire/volumes/snapshot.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { Db } from '../../store/connection.ts'
import { restores, snapshots } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { lockVolume } from '../volumes/rows/lock-volume.ts'
import { insertRestore, insertTarget, lockTarget } from './create-restore.ts'
import { insertSnapshot } from './create-snapshot.ts'
import type { FileCall } from './files/file-handlers.ts'
import { lockSnapshot, requireAvailable } from './rows/lock-snapshot.ts'
import { readRestores, readSnapshot, readSnapshots } from './rows/read-snapshots.ts'
import { snapshotPricePerGib } from './rows/snapshot-price.ts'
import { publishSnapshotsChanged } from './rows/snapshot-rows.ts'
import { restoreWire } from './rows/snapshot-wire.ts'

type SnapshotCall = Exclude<keyof typeof snapshotCalls, FileCall>

export interface SnapshotHandlerOptions {
  db: Db
  regions: Regions
  quotas: QuotaLimits
  onSnapshot: (id: SnapshotId) => void
  onRestore: (id: RestoreId) => void
}

export function snapshotHandlers(options: SnapshotHandlerOptions): Handlers<SnapshotCall> {
  const { db, regions, quotas, onSnapshot, onRestore } = options
  return {
    async readSnapshots({ input }) {
      const condition = and(eq(snapshots.projectId, input.id), input.volumeId && eq(snapshots.volumeId, input.volumeId))
      const [found, totalCount, restored] = await Promise.all([
        readSnapshots(db, condition, input),
        db.$count(snapshots, condition),
        readRestores(db, input.id),
      ])
      const price = regions.unitPriceOf(regions.list[0]?.name ?? '')
      return { snapshots: found, totalCount, restores: restored, dailyPricePerGibMicros: snapshotPricePerGib(price) }
    },

    async createSnapshot(context) {
      const { id, name, pause } = context.input
      const { userId: createdBy } = requireUser(context.caller)
      const snapshot = await db.transaction(async (tx) => {
        const volume = await lockVolume(tx, id)
        const row = await insertSnapshot(tx, quotas, volume, { name, pause, createdBy })
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.snapshotCreated',
          target: volume.name,
          after: { name, pause },
        })
        const response = await readSnapshot(tx, row.id)
        await context.settle?.(tx, { snapshot: response })
        return response
      })
      onSnapshot(snapshot._id)
      return { snapshot }
    },

    renameSnapshot: ({ input }) =>
      db.transaction(async (tx) => {
        const row = await lockSnapshot(tx, input)
        await tx.update(snapshots).set({ name: input.name }).where(eq(snapshots.id, row.id))
        await publishSnapshotsChanged(tx, row)
        return { snapshot: await readSnapshot(tx, row.id) }
      }),

    async deleteSnapshot(context) {
      const { input } = context
      await db.transaction(async (tx) => {
        const row = await lockSnapshot(tx, input)
        const live = await tx.$count(restores, and(eq(restores.snapshotId, row.id), eq(restores.state, 'Running')))
        if (live > 0) throw new ApiError('snapshotUnavailable', { message: 'This snapshot is being restored.' })
        await tx.update(snapshots).set({ state: 'Deleting' }).where(eq(snapshots.id, row.id))
        await publishSnapshotsChanged(tx, row)
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.snapshotDeleted',
          target: row.source,
          before: { name: row.name, createdAt: row.createdAt.toISOString() },
        })
      })
      onSnapshot(input.snapshotId)
      return { message: 'The snapshot is being deleted' }
    },

    async restoreSnapshot(context) {
      const { input } = context
      const { userId: createdBy } = requireUser(context.caller)
      const restored = await db.transaction(async (tx) => {
        const row = await lockSnapshot(tx, input)
        requireAvailable(row)
        if (row.content === 'dump')
          throw new ApiError('snapshotUnavailable', {
            message: 'A dump is restored by the program that reads it. Download it.',
          })
        const volume =
          input.volumeId !== undefined
            ? await lockTarget(tx, row, input.volumeId)
            : input.newVolume !== undefined
              ? await insertTarget(tx, context, { quotas, regions }, row, input.newVolume)
              : undefined
        if (!volume) throw invalidField('newVolume', 'Choose a volume, or name a new one.')
        const kind = input.volumeId === undefined ? 'newVolume' : 'inPlace'
        const made = await insertRestore(tx, row, { kind, volume, createdBy, regions })
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.snapshotRestored',
          target: volume.name,
          after: { snapshot: row.name, createdAt: row.createdAt.toISOString() },
        })
        const response = { restore: restoreWire(made) }
        await context.settle?.(tx, response)
        return response
      })
      onRestore(restored.restore._id)
      return restored
    },

    async verifySnapshot(context) {
      const { userId: createdBy } = requireUser(context.caller)
      const made = await db.transaction(async (tx) => {
        const row = await lockSnapshot(tx, context.input)
        requireAvailable(row)
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.snapshotVerified',
          target: row.source,
          after: { name: row.name },
        })
        const response = {
          restore: restoreWire(await insertRestore(tx, row, { kind: 'rehearsal', createdBy, regions })),
        }
        await context.settle?.(tx, response)
        return response
      })
      onRestore(made.restore._id)
      return made
    },
  }
}
