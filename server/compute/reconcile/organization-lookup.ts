import { inArray } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'

type Found = ReadonlyMap<InstanceId, OrganizationId>

/** Finds the organisations of instances, one query at a time: all that are asked for meanwhile share the next one. */
export function createOrganizationLookup(db: DbOrTx): (id: InstanceId) => Promise<OrganizationId | undefined> {
  let waiting: InstanceId[] = []
  let next: Promise<Found> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function query(): Promise<Found> {
    const ids = waiting
    waiting = []
    next = undefined
    const { id, organizationId } = instances
    const rows = await db.select({ id, organizationId }).from(instances).where(inArray(id, ids))
    return new Map(rows.map((row) => [row.id, row.organizationId]))
  }

  return async (id) => {
    waiting.push(id)
    next ??= last.then(query)
    const found = next
    last = found.catch(() => undefined)
    return (await found).get(id)
  }
}
