import { asc, eq } from 'drizzle-orm'
import type { volumeCalls } from '../../../src/contract/calls/volumes/volume-calls.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import { volumes } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { checkMaintained } from '../projects/check-maintained.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import { findUser } from './attaching/volume-mounts.ts'
import { readLastGap } from './last-gap.ts'
import { changeVolume } from './rows/change-volume.ts'
import { checkClassCapacity } from './rows/class-capacity.ts'
import { lockVolume } from './rows/lock-volume.ts'
import { resizeVolume } from './rows/resize-volume.ts'
import { closeVolumeUsage } from './rows/volume-intervals.ts'
import { volumeWire } from './rows/volume-wire.ts'
import { abandonData } from './watch/abandoned-data.ts'
import type { RemovalOptions } from './watch/removal-options.ts'
import { removeDeletedVolumes } from './watch/remove-volumes.ts'

interface Options extends RemovalOptions {
  regions: Regions
  quotas: QuotaLimits
}

export const volumeHandlers = (options: Options): Handlers<keyof typeof volumeCalls> => {
  const { db, regions, quotas } = options
  return {
    async readProjectVolumes({ input }) {
      const rows = await db.select().from(volumes).where(eq(volumes.projectId, input.id)).orderBy(asc(volumes.name))
      return { volumes: rows.map(volumeWire) }
    },

    async readInstanceVolumes({ input }) {
      const [rows, lastGapMs] = await Promise.all([
        db.select().from(volumes).where(eq(volumes.instanceId, input.id)).orderBy(asc(volumes.name)),
        readLastGap(db, input.id),
      ])
      return { volumes: rows.map(volumeWire), lastGapMs }
    },

    async readVolume({ input }) {
      const [row] = await db.select().from(volumes).where(eq(volumes.id, input.id))
      if (!row) throw new ApiError('notFound')
      return { volume: volumeWire(row) }
    },

    resizeVolume: (context) =>
      db.transaction(async (tx) => {
        const { id, sizeBytes } = context.input
        const row = await lockVolume(tx, id)
        await checkMaintained(tx, row.projectId)
        const more = sizeBytes - row.sizeBytes
        if (more <= 0) throw invalidField('sizeBytes', 'A volume can only be enlarged. Enter a larger size.')
        await lockOrganization(tx, row.organizationId)
        await checkQuotas(tx, row.organizationId, { storage: more }, quotas)
        await checkClassCapacity(tx, regions.named(row.region), new Map([[row.class, more]]))
        const unitPrice = regions.unitPriceOf(row.region)
        return { volume: volumeWire(await resizeVolume(tx, context, row, { sizeBytes, unitPrice })) }
      }),

    async deleteVolume(context) {
      const { id } = context.input
      await db.transaction(async (tx) => {
        const row = await lockVolume(tx, id)
        const user = await findUser(tx, row)
        if (user)
          throw new ApiError('volumeInUse', {
            message: `${user.name} uses this volume. Close it, or remove the volume from it first.`,
          })
        await changeVolume(tx, id, { state: 'Deleting' })
        // Its engine may take its time.
        await closeVolumeUsage(tx, id, 'deleted')
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.deleted',
          target: row.name,
          before: { class: row.class, size: row.sizeBytes },
        })
      })
      await removeDeletedVolumes(options, { id })
      return { message: 'The volume is being deleted' }
    },

    async abandonVolume(context) {
      const { id } = context.input
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(volumes).where(eq(volumes.id, id)).for('update')
        if (!row) throw new ApiError('notFound')
        if (row.state !== 'Deleting' || options.engines.has(row.engine))
          throw new ApiError('volumeInUse', {
            message: 'Only a volume that is being deleted while its engine is not connected can be removed this way.',
          })
        await abandonData(tx, row)
        await writeAudit(tx, context, {
          organizationId: row.organizationId,
          action: 'volume.abandoned',
          target: row.name,
          before: { class: row.class, size: row.sizeBytes },
        })
      })
      return { message: 'The volume was removed' }
    },
  }
}
