import { eq } from 'drizzle-orm'
import type { VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { lockProject } from './lock-project.ts'
import type { VolumeRow } from './volume-wire.ts'

/** Locks a volume that is not being deleted, after its project: no deployment can attach it meanwhile. */
export async function lockVolume(tx: Tx, id: VolumeId): Promise<VolumeRow> {
  const [found] = await tx.select({ projectId: volumes.projectId }).from(volumes).where(eq(volumes.id, id))
  if (!found) throw new ApiError('notFound')
  await lockProject(tx, found.projectId)
  const [row] = await tx.select().from(volumes).where(eq(volumes.id, id)).for('no key update')
  if (!row) throw new ApiError('notFound')
  if (row.state === 'Deleting') throw new ApiError('volumeInUse', { message: 'This volume is being deleted.' })
  return row
}
