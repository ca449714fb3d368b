import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import type { VolumeRow } from '../rows/volume-wire.ts'
import type { Mount } from './check-writers.ts'
import { findUser } from './volume-mounts.ts'

/**
 * Throws where a service cannot mount what exists under the volume's name, or cannot get a new one. A volume that is
 * larger than requested keeps its size, so that a rollback works after it was enlarged.
 */
export async function checkMount(
  tx: Tx,
  { field, volume }: Mount,
  row: VolumeRow | undefined,
  { instanceId, region }: { instanceId: InstanceId; region: Region },
): Promise<void> {
  if (!row) {
    if (region.storage[volume.class] === undefined)
      throw invalidField(`${field}.class`, `${region.title} does not offer this storage class. Choose another.`)
    return
  }
  if (row.state === 'Deleting') throw invalidField(`${field}.name`, 'This volume is being deleted. Use another name.')
  if (row.state === 'Restoring')
    throw invalidField(`${field}.name`, 'The data of this volume is still being restored. Deploy when it is available.')
  if (row.region !== region.name)
    throw invalidField(`${field}.name`, `This volume is in the region ${row.region}. Use another name.`)
  if (row.engine !== region.engineName)
    throw invalidField(
      `${field}.name`,
      'This volume is on an earlier engine of the region. Use another name, or ask the operator to connect that engine.',
    )
  if (row.class !== volume.class)
    throw invalidField(`${field}.class`, `This volume exists with the class ${row.class}, which cannot change.`)
  if (row.instanceId === null || row.instanceId === instanceId) return
  const user = await findUser(tx, row)
  if (user)
    throw invalidField(`${field}.name`, `${user.name} uses this volume. Close it, or remove the volume from it first.`)
}
