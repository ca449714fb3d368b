import { and, desc, eq } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { deployments, instances, users } from '../../../store/schema.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'

export type DeploymentRow = typeof deployments.$inferSelect

/** Locks an instance that may be changed. */
export async function lockForChange(
  tx: Tx,
  { id, organizationId }: { id: InstanceId; organizationId: OrganizationId },
): Promise<InstanceRow> {
  const [row] = await tx
    .select()
    .from(instances)
    .where(and(eq(instances.id, id), eq(instances.organizationId, organizationId)))
    .for('no key update')
  if (!row) throw new ApiError('notFound')
  if (row.desiredState === 'deleted') throw new ApiError('instanceEnding')
  if (row.desiredState === 'closed' && row.state !== 'Closed')
    throw new ApiError('instanceEnding', { message: 'This instance is closing. Try again when it is closed.' })
  return row
}

/** Returns the newest deployment; rejects if the caller knows only an older one. */
export async function findDeployment(tx: Tx, { id }: InstanceRow, base: number | undefined): Promise<DeploymentRow> {
  const [newest] = await tx
    .select({ row: deployments, author: users.name })
    .from(deployments)
    .leftJoin(users, eq(users.id, deployments.createdBy))
    .where(eq(deployments.instanceId, id))
    .orderBy(desc(deployments.number))
    .limit(1)
  if (!newest) throw new ApiError('deploymentGone')
  if (base !== undefined && newest.row.number !== base) {
    throw new ApiError('deploymentConflict', {
      message: `${newest.author || 'Somebody else'} has created deployment ${newest.row.number} meanwhile. Look at it before you deploy your changes.`,
    })
  }
  return newest.row
}

export async function deploymentNumbered(tx: Tx, { id }: InstanceRow, number: number): Promise<DeploymentRow> {
  const [row] = await tx
    .select()
    .from(deployments)
    .where(and(eq(deployments.instanceId, id), eq(deployments.number, number)))
  if (!row) throw new ApiError('deploymentGone')
  return row
}
