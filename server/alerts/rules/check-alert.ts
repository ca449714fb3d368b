import { and, eq } from 'drizzle-orm'
import type { AlertCondition } from '../../../src/contract/wire/alerts/alert-condition.ts'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { SearchPool } from '../../compute/logs/search/search-pool.ts'
import { fieldError } from '../../http/field-error.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances, projects } from '../../store/schema.ts'

export interface AlertScope {
  projectId: ProjectId | null
  instanceId: InstanceId | null
}

/** Rejects resources of another organisation. Keeps them until the transaction ends. */
export async function checkScope(db: DbOrTx, organizationId: OrganizationId, scope: AlertScope): Promise<void> {
  const { projectId, instanceId } = scope
  if (projectId && instanceId) throw fieldError('projectId', 'Choose a project or an instance, not both.')
  if (projectId) {
    const own = and(eq(projects.id, projectId), eq(projects.organizationId, organizationId))
    const found = await db.select({ id: projects.id }).from(projects).where(own).for('key share')
    if (found.length === 0) throw fieldError('projectId', 'This organisation has no such project.')
  }
  if (instanceId) {
    const own = and(eq(instances.id, instanceId), eq(instances.organizationId, organizationId))
    const found = await db.select({ id: instances.id }).from(instances).where(own).for('key share')
    if (found.length === 0) throw fieldError('instanceId', 'This organisation has no such instance.')
  }
}

/** No deployment has this id, so that a search of its logs only checks the pattern. */
const NO_DEPLOYMENT = '00000000-0000-0000-0000-000000000000' as DeploymentId // No id of a row.

/** Compiles the pattern in a thread of the search, where a hostile one blocks nothing. */
export async function checkPattern(
  pool: SearchPool,
  organizationId: OrganizationId,
  condition: AlertCondition,
): Promise<void> {
  if (condition.kind !== 'log') return
  const { find: query, as, matchCase } = condition
  const events = pool.search(
    {
      organizationId,
      address: { deploymentId: NO_DEPLOYMENT, logType: 'instanceLogs', service: '' },
      find: { query, as, matchCase, readable: true },
      order: 'oldestFirst',
      window: { skip: 0, take: 1 },
      stopAtLimit: true,
    },
    AbortSignal.timeout(5000),
  )
  for await (const event of events) {
    if (event.kind === 'rejected') throw fieldError('condition.find', event.message)
    if (event.kind === 'ended') return
  }
}
