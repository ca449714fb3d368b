import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Engines, NamedEngine } from '../../engines/engines.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import type { Capacities } from '../catalogue/engine-capacity.ts'
import type { DiskWatch } from '../disk/disk-watch.ts'
import { readAttention } from './read-attention.ts'
import { createResourceMeter } from './resource-meter.ts'

interface OverviewOptions {
  db: Db
  capacities: Capacities
  engines: Engines<Pick<Engine, 'stats'>>
  diskWatch: Pick<DiskWatch, 'measured'>
}

/** What the dashboard shows of all projects of an organisation together. */
export function overviewHandlers(options: OverviewOptions): Handlers<'readAttention' | 'readResourceUse'> {
  const { db, capacities } = options
  const meter = createResourceMeter(options)
  return {
    async readAttention({ scope }) {
      const { organizationId } = scopeOf(scope)
      const [silent, found] = await Promise.all([
        unreachableOf(db, capacities, organizationId),
        readAttention(db, organizationId),
      ])
      return { items: [...silent.map(unreachable), ...found.items], totalCount: found.totalCount + silent.length }
    },

    readResourceUse: ({ scope }) => meter.measure(scopeOf(scope).organizationId),
  }
}

/** The engines that cannot be reached: those that have something of the organisation, or all if none can be reached. */
async function unreachableOf(
  db: Db,
  capacities: Capacities,
  organizationId: OrganizationId,
): Promise<NamedEngine<unknown>[]> {
  const all = capacities.all()
  const descriptions = await Promise.allSettled(all.map(({ engine }) => engine.description()))
  const silent = all.filter((_, index) => descriptions[index]?.status === 'rejected')
  if (silent.length === 0 || silent.length === all.length) return silent
  const { rows } = await db.execute<{ engine: string }>(sql`
    select r.engine from replica r join instance i on i.id = r.instance_id
    where i.organization_id = ${organizationId} and r.removed_at is null
    union select engine from volume where organization_id = ${organizationId}`)
  return silent.filter(({ name }) => rows.some(({ engine }) => engine === name))
}

const unreachable = ({ name }: Pick<NamedEngine<unknown>, 'name'>) => ({
  kind: 'engineUnreachable' as const,
  project: null,
  instanceId: null,
  name: name === '' ? 'Engine' : `Engine ${name}`,
  reason: 'The engine cannot be reached. Instances keep running, but changes wait until it is back.',
  at: null,
})
