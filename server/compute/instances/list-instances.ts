import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { ParsedOf } from '../../../src/contract/contract.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { InstanceSort } from '../../../src/contract/wire/compute.ts'
import type { Db, DbOrTx } from '../../store/connection.ts'
import { containingPattern } from '../../store/containing-pattern.ts'
import { instances } from '../../store/schema.ts'
import type { LoadedInstance } from './instance-wire.ts'
import { loadInstances } from './load-instance.ts'

type ListInput = ParsedOf<'readInstances'>

/** Returns a window of a project's instances, newest first by default, and their total number. */
export async function listInstances(
  db: Db,
  { id, state, search, sort, skip, limit }: ListInput,
  linkBase: string,
): Promise<{ loaded: LoadedInstance[]; totalCount: number }> {
  const where = and(
    eq(instances.projectId, id),
    state ? eq(instances.state, state) : undefined,
    search ? matching(search, linkBase) : undefined,
  )
  const [loaded, totalCount] = await Promise.all([
    loadInstances(db)
      .where(where)
      .orderBy(...orderOf(sort))
      .limit(limit)
      .offset(skip),
    db.$count(instances, where),
  ])
  return { loaded, totalCount }
}

/** Matches a part of the name, image, id or, while the instance is active, link. */
const matching = (search: string, linkBase: string): SQL | undefined => {
  const part = containingPattern(search)
  return or(
    ilike(instances.name, part),
    ilike(instances.image, part),
    ilike(sql`${instances.id}::text`, part),
    and(eq(instances.state, 'Active'), ilike(sql`${instances.host} || ${linkBase}`, part.replace(/https?:\/\//, ''))),
  )
}

const { dailyPriceMicros, desiredState, state } = instances

const sortedBy: Record<string, SQL[]> = {
  name: [sql`lower(${instances.name})`],
  state: [sql`${state}`, sql`${desiredState}`],
  region: [sql`${instances.region}`],
  plan: [sql`${instances.cpuMilli}`],
  price: [
    sql`case when ${desiredState} = 'active' and ${state} in ('Starting', 'Active') then ${dailyPriceMicros} else 0 end`,
  ],
  created: [sql`${instances.createdAt}`],
}

const orderOf = (sort: InstanceSort | ''): SQL[] => {
  const direction = sort.startsWith('-') ? desc : asc
  const chosen = (sortedBy[sort.replace('-', '')] ?? []).map((column) => direction(column))
  return [...chosen, desc(instances.createdAt), desc(instances.id)]
}

const MAX_NAMED = 50

/** Selects the instances that prevent the deletion of their organisation. */
export const runningInstances = (db: DbOrTx, organizationId: OrganizationId) =>
  db
    .select({ _id: instances.id, projectId: instances.projectId, name: instances.name, state: instances.state })
    .from(instances)
    .where(and(eq(instances.organizationId, organizationId), inArray(instances.state, ['Starting', 'Active'])))
    .orderBy(instances.name)
    .limit(MAX_NAMED)
