import { and, eq, inArray } from 'drizzle-orm'
import type { InstanceId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { Volume, VolumeMount } from '../../../engines/interface/volumes.ts'
import type { Db } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { StartFailed } from '../../reconcile/replica/transition/replica-event.ts'
import { changeVolume } from '../rows/change-volume.ts'
import { openVolumeUsage } from '../rows/volume-intervals.ts'
import type { VolumeRow } from '../rows/volume-wire.ts'
import { dataIdOf } from '../rows/volume-wire.ts'

interface Provided {
  service: Pick<StoredService, 'volumes'>
  instance: { id: InstanceId; projectId: ProjectId }
}

/** Makes the engine have the volumes of a service, and returns where its workload mounts them. */
export async function provideVolumes(
  db: Db,
  { name: engineName, engine }: { name: string; engine: Pick<Engine, 'createVolume'> },
  { service, instance }: Provided,
): Promise<VolumeMount[]> {
  if (service.volumes.length === 0) return []
  const names = service.volumes.map(({ name }) => name)
  const rows = await db
    .select()
    .from(volumes)
    .where(
      and(
        eq(volumes.projectId, instance.projectId),
        eq(volumes.instanceId, instance.id),
        inArray(volumes.name, names),
        inArray(volumes.state, ['Pending', 'Available']),
      ),
    )
  const mounts: VolumeMount[] = []
  for (const { name, mountPath } of service.volumes) {
    const row = rows.find((candidate) => candidate.name === name)
    if (!row) throw gone(name)
    if (row.engine !== engineName) throw elsewhere(name)
    await provide(row)
    mounts.push({ volumeId: dataIdOf(row), path: mountPath })
  }
  return mounts

  async function provide(row: VolumeRow): Promise<void> {
    // An engine that has lost the data of a known volume must not start with an empty one.
    if (row.state === 'Available') return
    const { id, sizeBytes, organizationId, projectId } = row
    const labels = { organization: organizationId, project: projectId }
    const volume = await engine.createVolume({ id: dataIdOf(row), sizeBytes, labels })
    await recordCreated(db, volume, id)
  }
}

/** Counts the volume from now on, in the transaction that records that the engine has it. */
const recordCreated = (db: Db, { isSizeEnforced }: Volume, id: VolumeRow['id']): Promise<void> =>
  db.transaction(async (tx) => {
    const [row] = await tx.select().from(volumes).where(eq(volumes.id, id)).for('no key update')
    if (row?.state !== 'Pending') return
    await changeVolume(tx, id, { state: 'Available', isSizeEnforced })
    await openVolumeUsage(tx, row)
  })

const elsewhere = (name: string) =>
  new StartFailed(
    'volumeNotFound',
    `The volume ${name} is on another engine than this instance. Change the configuration and deploy it again.`,
  )

const gone = (name: string) =>
  new StartFailed(
    'volumeNotFound',
    `The volume ${name} was deleted or attached to another instance. Change the configuration and deploy it again.`,
  )
