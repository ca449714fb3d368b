import type { Engine } from '../../engines/engine.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import type { EngineCapacity } from '../catalogue/engine-capacity.ts'
import type { DiskWatch } from '../disk/disk-watch.ts'
import { readAttention } from './read-attention.ts'
import { createResourceMeter } from './resource-meter.ts'

interface OverviewOptions {
  db: Db
  capacity: Pick<EngineCapacity, 'description'>
  engine: Pick<Engine, 'stats'>
  diskWatch: Pick<DiskWatch, 'measured'>
}

/** What the dashboard shows of all projects of an organisation together. */
export function overviewHandlers(options: OverviewOptions): Handlers<'readAttention' | 'readResourceUse'> {
  const { db, capacity } = options
  const meter = createResourceMeter(options)
  return {
    async readAttention({ scope }) {
      const [isReachable, found] = await Promise.all([
        capacity.description().then(
          () => true,
          () => false,
        ),
        readAttention(db, scopeOf(scope).organizationId),
      ])
      if (isReachable) return found
      const unreachable = {
        kind: 'engineUnreachable' as const,
        project: null,
        instanceId: null,
        name: 'Engine',
        reason: 'The engine cannot be reached. Instances keep running, but changes wait until it is back.',
        at: null,
      }
      return { items: [unreachable, ...found.items], totalCount: found.totalCount + 1 }
    },

    readResourceUse: ({ scope }) => meter.measure(scopeOf(scope).organizationId),
  }
}
