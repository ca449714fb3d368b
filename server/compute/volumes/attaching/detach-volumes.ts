import { asc, eq } from 'drizzle-orm'
import type { InstanceId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { changeVolume } from '../rows/change-volume.ts'
import { lockProject } from '../rows/lock-project.ts'

/** Leaves the volumes of an instance that is about to be deleted in its project. */
export async function detachVolumes(
  tx: Tx,
  { id, projectId }: { id: InstanceId; projectId: ProjectId },
): Promise<void> {
  if ((await tx.$count(volumes, eq(volumes.instanceId, id))) === 0) return
  await lockProject(tx, projectId)
  const rows = await tx
    .select({ id: volumes.id })
    .from(volumes)
    .where(eq(volumes.instanceId, id))
    .orderBy(asc(volumes.id))
    .for('no key update')
  for (const row of rows) await changeVolume(tx, row.id, { instanceId: null, service: '', mountPath: '' })
}
