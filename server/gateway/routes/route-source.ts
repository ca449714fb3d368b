import { inArray } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { firstHttpPort } from '../../compute/instances/gateway-links.ts'
import { INSTANCE_CHANNEL } from '../../compute/instances/publish-instance.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { readChanges } from './read-changes.ts'
import type { Route, RouteState } from './route.ts'

export interface RouteSourceOptions {
  store: Pick<Store, 'db' | 'listen'>
  log: Log
  onAll: (routes: Route[]) => void
  onChange: (changed: Route[], removedIds: InstanceId[]) => void
}

const columns = {
  id: instances.id,
  host: instances.host,
  name: instances.name,
  state: instances.state,
  desiredState: instances.desiredState,
  containerPorts: instances.containerPorts,
  publishedPorts: instances.publishedPorts,
  activeDeployment: instances.activeDeployment,
}

type Row = Pick<typeof instances.$inferSelect, keyof typeof columns>

/** Reads the routes from the database, and again whenever an instance has changed. Returns a function that stops it. */
export function startRouteSource({ store, log, onAll, onChange }: RouteSourceOptions): () => void {
  const { db } = store
  const changes = readChanges<InstanceId>({
    async readAll() {
      onAll((await db.select(columns).from(instances)).flatMap(routeOf))
    },
    async read(ids) {
      const routes = (await db.select(columns).from(instances).where(inArray(instances.id, ids))).flatMap(routeOf)
      const found = new Set<string>(routes.map(({ id }) => id))
      onChange(
        routes,
        ids.filter((id) => !found.has(id)),
      )
    },
    onError: (error) => log.warn({ err: error }, 'gateway: could not read changed routes'),
  })
  // The channel carries only ids, and null when notifications may have been missed.
  const stopListening = store.listen(INSTANCE_CHANNEL, (id) => changes.mark(id as InstanceId | null))
  return () => {
    stopListening()
    changes.stop()
  }
}

function routeOf(row: Row): Route[] {
  if (row.desiredState === 'deleted') return []
  const state = stateOf(row)
  const targetId = row.activeDeployment
  return [
    {
      id: row.id,
      host: row.host,
      name: row.name,
      state,
      defaultPort: firstHttpPort(row.containerPorts) ?? null,
      ports: row.containerPorts.map((containerPort) => ({
        containerPort,
        targets:
          state === 'running' && targetId !== null
            ? row.publishedPorts
                .filter((port) => port.containerPort === containerPort)
                .map(({ hostPort }) => ({ id: targetId, address: '127.0.0.1', hostPort }))
            : [],
      })),
    },
  ]
}

function stateOf({ state, desiredState }: Row): RouteState {
  if (state === 'Active') return 'running'
  if (desiredState === 'closed' || state === 'Closed') return 'closed'
  return state === 'Failed-start' ? 'failed' : 'starting'
}
