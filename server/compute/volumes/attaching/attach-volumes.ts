import { and, asc, eq, inArray, ne, notInArray } from 'drizzle-orm'
import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import type { InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { StoredConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import { changeVolume } from '../rows/change-volume.ts'
import { checkClassCapacity } from '../rows/class-capacity.ts'
import { insertVolume } from '../rows/insert-volume.ts'
import { resizeVolume } from '../rows/resize-volume.ts'
import { volumePrice } from '../rows/volume-price.ts'
import type { VolumeRow } from '../rows/volume-wire.ts'
import { checkMount } from './check-mount.ts'
import { checkSingleWriter, type Mount, mountsOf } from './check-writers.ts'

interface Attaching {
  organizationId: OrganizationId
  projectId: ProjectId
  instanceId: InstanceId
  configuration: Pick<StoredConfiguration, 'services'>
  /** Returns the instance's region, which is only needed where something is mounted. */
  region: () => Region
  unitPrice: UnitPrice
  author: Author | null
}

interface VolumePlan {
  /** What its volumes add to the organisation's storage. */
  addedBytes: number
  /** Creates, enlarges and attaches them. Call it once the instance's row exists. */
  apply(): Promise<void>
}

type Place = Pick<VolumeRow, 'service' | 'mountPath'> & { instanceId: InstanceId }

/**
 * Finds the volumes that a configuration names, and decides which to create, enlarge and attach. The caller has locked
 * the project's row, which serialises this for all instances of the project.
 */
export async function planVolumes(tx: Tx, attaching: Attaching): Promise<VolumePlan> {
  const { projectId, instanceId, configuration } = attaching
  const mounts = mountsOf(configuration.services)
  if (mounts.length === 0) return { addedBytes: 0, apply: () => keepOthers(tx, instanceId, []) }
  const region = attaching.region()
  const fields = checkSingleWriter(mounts)
  if (fields.length > 0) throw new ApiError('invalid', { fields })
  const known = await lockNamed(tx, projectId, mounts)
  for (const mount of mounts) await checkMount(tx, mount, known.get(mount.volume.name), { instanceId, region })
  const added = new Map<VolumeRow['class'], number>()
  for (const { volume } of mounts) {
    const more = volume.sizeBytes - (known.get(volume.name)?.sizeBytes ?? 0)
    if (more > 0) added.set(volume.class, (added.get(volume.class) ?? 0) + more)
  }
  return {
    addedBytes: [...added.values()].reduce((sum, bytes) => sum + bytes, 0),

    async apply() {
      if (added.size > 0) await checkClassCapacity(tx, region, added)
      await keepOthers(tx, instanceId, mounts)
      for (const { volume, service } of mounts) {
        const at = { instanceId, service: service.name, mountPath: volume.mountPath }
        const row = known.get(volume.name)
        if (row) await attach(tx, attaching, row, { at, sizeBytes: volume.sizeBytes })
        else await insertVolume(tx, attaching.author, newVolume(attaching, volume, at))
      }
    },
  }
}

async function lockNamed(tx: Tx, projectId: ProjectId, mounts: readonly Mount[]): Promise<Map<string, VolumeRow>> {
  const names = mounts.map(({ volume }) => volume.name)
  const rows = await tx
    .select()
    .from(volumes)
    .where(and(eq(volumes.projectId, projectId), inArray(volumes.name, names)))
    .orderBy(asc(volumes.id))
    .for('no key update')
  return new Map(rows.map((row) => [row.name, row]))
}

/** A volume that is no longer mounted stays with the instance until another instance takes it. */
async function keepOthers(tx: Tx, instanceId: InstanceId, mounts: readonly Mount[]): Promise<void> {
  const names = mounts.map(({ volume }) => volume.name)
  const isOther = names.length > 0 ? notInArray(volumes.name, names) : undefined
  const rows = await tx
    .select({ id: volumes.id })
    .from(volumes)
    .where(and(eq(volumes.instanceId, instanceId), ne(volumes.service, ''), isOther))
    .orderBy(asc(volumes.id))
  for (const { id } of rows) await changeVolume(tx, id, { service: '', mountPath: '' })
}

const newVolume = (
  { organizationId, projectId, region, unitPrice }: Attaching,
  { name, class: storageClass, sizeBytes }: Mount['volume'],
  at: Place,
) => ({
  organizationId,
  projectId,
  name,
  class: storageClass,
  sizeBytes,
  region: region().name,
  engine: region().engineName,
  dailyPriceMicros: volumePrice(storageClass, sizeBytes, unitPrice),
  ...at,
})

async function attach(
  tx: Tx,
  { author, unitPrice }: Attaching,
  row: VolumeRow,
  { at, sizeBytes }: { at: Place; sizeBytes: number },
): Promise<void> {
  if (sizeBytes > row.sizeBytes) await resizeVolume(tx, author, row, { sizeBytes, unitPrice })
  if (row.instanceId === at.instanceId && row.service === at.service && row.mountPath === at.mountPath) return
  await changeVolume(tx, row.id, at)
  if (row.instanceId === at.instanceId) return
  await writeAudit(tx, author, {
    organizationId: row.organizationId,
    action: 'volume.attached',
    target: row.name,
    after: { service: at.service, path: at.mountPath },
  })
}
