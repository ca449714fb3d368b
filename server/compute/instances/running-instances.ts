import { and, eq, inArray } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'

const NAMED_AT_MOST = 50

/** Instances that keep their organisation from being deleted. */
export const runningInstances = (db: DbOrTx, organizationId: OrganizationId) =>
  db
    .select({ _id: instances.id, projectId: instances.projectId, name: instances.name, state: instances.state })
    .from(instances)
    .where(and(eq(instances.organizationId, organizationId), inArray(instances.state, ['Starting', 'Active'])))
    .orderBy(instances.name)
    .limit(NAMED_AT_MOST)
