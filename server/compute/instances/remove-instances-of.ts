import { eq } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import { instances } from '../../store/schema.ts'
import { type EndOptions, endInstance } from './end-instance.ts'

export interface RemoveOptions extends EndOptions {
  /** Settles when nothing more can be done for an instance now. */
  settled: (id: InstanceId) => Promise<void>
}

const AT_ONCE = 6

/**
 * Wishes every instance of an organisation away, with its volumes and its kept logs, and waits for as many as go now.
 * Answers how many of these are still there; asked again it goes on where it was.
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

/** One that went just now is what was wanted. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'notFound')) throw error
}
