import { and, eq } from 'drizzle-orm'
import type { InstanceId, OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Tx } from '../../store/connection.ts'
import { instances, projects } from '../../store/schema.ts'

/** Rejects projects and instances of other organisations as if they did not exist. */
export async function checkDrainScope(
  tx: Tx,
  organizationId: OrganizationId,
  { projectId, instanceId }: { projectId: ProjectId | null; instanceId: InstanceId | null },
): Promise<void> {
  if (projectId !== null) {
    const own = and(eq(projects.id, projectId), eq(projects.organizationId, organizationId))
    if ((await tx.$count(projects, own)) === 0) throw fieldError('projectId', 'This project does not exist.')
  }
  if (instanceId !== null) {
    const own = and(eq(instances.id, instanceId), eq(instances.organizationId, organizationId))
    if ((await tx.$count(instances, own)) === 0) throw fieldError('instanceId', 'This instance does not exist.')
  }
}
