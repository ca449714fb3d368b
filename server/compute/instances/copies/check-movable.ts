import { eq, inArray, or } from 'drizzle-orm'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { backups, volumes } from '../../../store/schema.ts'
import { findDeployment } from '../../deployments/changes/lock-for-change.ts'
import type { InstanceRow } from '../instance-wire.ts'

const reject = (message: string): never => {
  throw new ApiError('instanceNotMovable', { message })
}

/** Rejects an instance that uses something of its project that it cannot take along. */
export async function checkMovable(tx: Tx, instance: InstanceRow): Promise<void> {
  const { configuration } = await findDeployment(tx, instance, undefined)
  const groups = configuration.services.flatMap(({ variableGroups = [] }) => variableGroups)
  if (groups.length > 0)
    reject(`This instance includes variable groups of its project (${groups.join(', ')}). Remove them from it first.`)
  if (configuration.projectNetwork) reject('This instance is on the network of its project. Turn that off first.')
  const attached = tx.select({ id: volumes.id }).from(volumes).where(eq(volumes.instanceId, instance.id))
  const [backup] = await tx
    .select({ name: backups.name })
    .from(backups)
    .where(or(eq(backups.instanceId, instance.id), inArray(backups.volumeId, attached)))
    .limit(1)
  if (backup) reject(`The backup ${backup.name} of its project is of this instance. Delete it first.`)
}
