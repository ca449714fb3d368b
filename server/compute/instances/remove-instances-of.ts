import { eq } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import { instances } from '../../store/schema.ts'
import { type EndOptions, endInstance } from './end-instance.ts'

export interface RemoveOptions extends EndOptions {
  /** Resolves when nothing more can be done for an instance for now. */
  settled: (id: InstanceId) => Promise<void>
}

const AT_ONCE = 6

/**
 * Requests the deletion of all instances of an organisation, with their volumes and logs, and waits for a pass of each.
 * Returns how many remain; another call continues with those.
 */
export async function removeInstancesOf(options: RemoveOptions, organizationId: OrganizationId): Promise<number> {
  const { db, settled } = options
  const ofOrganization = eq(instances.organizationId, organizationId)
  const rows = await db.select({ id: instances.id }).from(instances).where(ofOrganization)
  for (let first = 0; first < rows.length; first += AT_ONCE)
    await Promise.all(rows.slice(first, first + AT_ONCE).map(({ id }) => remove(id)))
  return db.$count(instances, ofOrganization)

  async function remove(id: InstanceId): Promise<void> {
    await endInstance(options, id, organizationId, { desiredState: 'deleted' }).catch(ignoreNotFound)
    await settled(id)
  }
}

/** Another request has deleted the instance meanwhile. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'notFound')) throw error
}
