import { and, desc, eq } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import { configurationDifferences } from '../../../../src/rules/deployments/configuration-differences.ts'
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
      message: await conflictMessage(tx, newest.row, newest.author || 'Another user', base),
    })
  }
  return newest.row
}

const MAX_NAMED = 5

/** Describes who made the newer deployment, and how it differs from the one that the caller last read. */
async function conflictMessage(tx: Tx, newest: DeploymentRow, author: string, base: number): Promise<string> {
  const [known] = await tx
    .select({ configuration: deployments.configuration })
    .from(deployments)
    .where(and(eq(deployments.instanceId, newest.instanceId), eq(deployments.number, base)))
  const changes = known ? configurationDifferences(known.configuration, newest.configuration) : []
  const names = changes.map(({ service, field }) => (service === '' ? field : `${field} of ${service}`))
  const beyond = names.length - MAX_NAMED
  const named = [...names.slice(0, MAX_NAMED), ...(beyond > 0 ? [`${beyond} more`] : [])]
  const what = named.length > 0 ? ` It changes: ${named.join(', ')}.` : ''
  return `${author} has created deployment ${newest.number} meanwhile.${what} Look at it before you deploy your changes.`
}

export async function deploymentNumbered(tx: Tx, { id }: InstanceRow, number: number): Promise<DeploymentRow> {
  const [row] = await tx
    .select()
    .from(deployments)
    .where(and(eq(deployments.instanceId, id), eq(deployments.number, number)))
  if (!row) throw new ApiError('deploymentGone')
  return row
}
