import { eq } from 'drizzle-orm'
import { formatBytes } from '../../../../src/rules/format-size.ts'
import { nextWarning, volumePercent } from '../../../../src/rules/units/volume-fullness.ts'
import { notifyUser } from '../../../live/outbox.ts'
import type { Db, Tx } from '../../../store/connection.ts'
import { instances, volumes } from '../../../store/schema.ts'
import { changeVolume } from '../rows/change-volume.ts'
import type { VolumeRow } from '../rows/volume-wire.ts'

/**
 * Records how much of a volume is used, and warns once at each percentage of `WARNING_PERCENTS` while it fills. Smaller
 * changes than a thousandth of its size are not worth an event.
 */
export async function recordVolumeUse(db: Db, before: VolumeRow, usedBytes: number | null): Promise<void> {
  if (!isWorthAnEvent(before, usedBytes)) return
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(volumes).where(eq(volumes.id, before.id)).for('no key update')
    if (row?.state !== 'Available') return
    const percent = volumePercent(usedBytes, row.sizeBytes)
    const warnedPercent = percent === undefined ? row.warnedPercent : nextWarning(percent, row.warnedPercent)
    await changeVolume(tx, row.id, { usedBytes, measuredAt: new Date(), warnedPercent })
    if (percent !== undefined && warnedPercent > row.warnedPercent) await warn(tx, row, percent)
  })
}

function isWorthAnEvent({ usedBytes: before, sizeBytes, warnedPercent }: VolumeRow, usedBytes: number | null): boolean {
  if (before === null || usedBytes === null) return before !== usedBytes
  const percent = volumePercent(usedBytes, sizeBytes) ?? 0
  return Math.abs(usedBytes - before) * 1000 > sizeBytes || nextWarning(percent, warnedPercent) !== warnedPercent
}

/** Notifies the user who deployed the instance. */
async function warn(tx: Tx, row: VolumeRow, percent: number): Promise<void> {
  if (!row.instanceId) return
  const [instance] = await tx
    .select({ createdBy: instances.createdBy })
    .from(instances)
    .where(eq(instances.id, row.instanceId))
  if (!instance?.createdBy) return
  const advice = row.isSizeEnforced ? 'Delete some data' : 'Delete some data or enlarge it'
  await notifyUser(tx, instance.createdBy, {
    type: 'error',
    title: `The volume ${row.name} is ${percent} % full`,
    message: `It has ${formatBytes(row.sizeBytes)}. ${advice} before it is full.`,
    additionalData: { instance: row.instanceId, projectId: row.projectId, organizationId: row.organizationId },
  })
}
