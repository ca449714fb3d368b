import { eq } from 'drizzle-orm'
import { formatBytes } from '../../../../src/rules/format-size.ts'
import { nextWarning, volumeLimitBytes, volumePercent } from '../../../../src/rules/units/volume-fullness.ts'
import { notifyUser } from '../../../live/outbox.ts'
import type { Db, Tx } from '../../../store/connection.ts'
import { instances, volumes } from '../../../store/schema.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
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
    if (percent === undefined || warnedPercent === row.warnedPercent) return
    await recordChange(tx, row, warnedPercent > row.warnedPercent ? fullness(percent) : 'volumeEmptied', usedBytes)
    if (warnedPercent > row.warnedPercent) await warn(tx, row, percent)
  })
}

function isWorthAnEvent({ usedBytes: before, sizeBytes, warnedPercent }: VolumeRow, usedBytes: number | null): boolean {
  if (before === null || usedBytes === null) return before !== usedBytes
  const percent = volumePercent(usedBytes, sizeBytes) ?? 0
  return Math.abs(usedBytes - before) * 1000 > sizeBytes || nextWarning(percent, warnedPercent) !== warnedPercent
}

const fullness = (percent: number) => (percent >= 100 ? 'volumeFull' : 'volumeFilling')

/** Writes the change to the timeline of the instance that has the volume. */
async function recordChange(
  tx: Tx,
  { instanceId, service, name, sizeBytes }: VolumeRow,
  kind: 'volumeFilling' | 'volumeFull' | 'volumeEmptied',
  usedBytes: number | null,
): Promise<void> {
  if (instanceId)
    await recordInstanceEvent(tx, instanceId, { kind, service, data: { volume: name, usedBytes, sizeBytes } })
}

/** Notifies the user who deployed the instance. */
async function warn(tx: Tx, row: VolumeRow, percent: number): Promise<void> {
  if (!row.instanceId) return
  const [instance] = await tx
    .select({ createdBy: instances.createdBy })
    .from(instances)
    .where(eq(instances.id, row.instanceId))
  if (!instance?.createdBy) return
  await notifyUser(tx, instance.createdBy, {
    type: 'error',
    title: `The volume ${row.name} is ${percent < 100 ? `${percent} % ` : ''}full`,
    message: `It has ${formatBytes(row.sizeBytes)}. ${adviceOf(row, percent)}`,
    additionalData: { instance: row.instanceId, projectId: row.projectId, organizationId: row.organizationId },
  })
}

function adviceOf({ isSizeEnforced, sizeBytes, service }: VolumeRow, percent: number): string {
  const advice = isSizeEnforced ? 'Delete some data' : 'Delete some data or enlarge it'
  if (percent < 100) return `${advice} before it is full.`
  return isSizeEnforced
    ? `Nothing more can be written to it. ${advice}.`
    : `${advice}: at ${formatBytes(volumeLimitBytes(sizeBytes))} the service ${service} is stopped.`
}
