import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { firstHttpPort } from '../../compute/instances/gateway-links.ts'
import { INSTANCE_CHANNEL } from '../../compute/instances/publish-instance.ts'
import { LOOPBACK } from '../../engines/interface/networks.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/connection.ts'
import { addresses, deployments, instances, replicas, sharedPorts } from '../../store/schema.ts'
import { type Leases, listenersOf, type ReadyReplica } from './leased-listeners.ts'
import { readChanges } from './read-changes.ts'
import type { Route, RouteDomain, RoutePort, RouteState } from './route.ts'
import { heldDomains } from './route-domains.ts'

export interface RouteSourceOptions {
  store: Pick<Store, 'db' | 'listen'>
  log: Log
  onAll: (routes: Route[]) => void
  onChange: (changed: Route[], removedIds: InstanceId[]) => void
}

/** The replicas of the serving deployment that take new connections. */
const readyReplicas = sql<ReadyReplica[] | null>`jsonb_agg(
  jsonb_build_object('id', ${replicas.id}, 'service', ${replicas.service}, 'address', ${replicas.address}, 'ports', ${replicas.publishedPorts})
  order by ${replicas.service}, ${replicas.index}
) filter (where ${replicas.id} is not null)`

/** What decides where the forwarder serves an instance. */
const leases = sql<Leases>`jsonb_build_object(
  'services', (
    select jsonb_agg(jsonb_build_object('name', s -> 'name', 'ipLease', s -> 'ipLease', 'ports', s -> 'ports',
      'staticAddress', s -> 'staticAddress'))
    from ${deployments} d, jsonb_array_elements(d.configuration -> 'services') s
    where d.id = ${instances.activeDeployment}),
  'ports', (
    select jsonb_agg(jsonb_build_object('address', p.address, 'protocol', p.protocol, 'port', p.port,
      'service', p.service, 'containerPort', p.container_port))
    from ${sharedPorts} p where p.instance_id = ${instances.id}),
  'addresses', (
    select jsonb_agg(jsonb_build_object('type', a.type, 'name', a.name, 'ip', a.ip, 'service', a.service))
    from ${addresses} a where a.instance_id = ${instances.id}))`

interface LinkedPort {
  containerPort: number
  /** The service, if requests to the port wake it. */
  wakes: string | null
}

/** The ports that have links: those of the deployment that serves, or else of the one that starts. */
const linkedPorts = sql<LinkedPort[] | null>`(
  select jsonb_agg(jsonb_build_object('containerPort', p -> 'containerPort', 'wakes', case
    when d.active_since is not null and (
      ${instances.autoscalingRules} -> (s ->> 'name') -> 'minReplicas' = '0'
      or ${instances.scaledReplicas} -> (s ->> 'name') = '0') then s ->> 'name' end))
  from ${deployments} d, jsonb_array_elements(d.configuration -> 'services') s, jsonb_array_elements(s -> 'ports') p
  where d.id = coalesce(${instances.activeDeployment}, ${instances.desiredDeployment})
    and p ->> 'protocol' = 'http' and p ->> 'exposure' = 'public')`

const columns = {
  id: instances.id,
  host: instances.host,
  name: instances.name,
  owner: instances.organizationId,
  state: instances.state,
  desiredState: instances.desiredState,
  containerPorts: instances.containerPorts,
  publishedPorts: instances.publishedPorts,
  leases,
  linkedPorts,
  domains: heldDomains,
  ready: readyReplicas,
}

type Row = Pick<
  typeof instances.$inferSelect,
  Exclude<keyof typeof columns, 'ready' | 'leases' | 'linkedPorts' | 'domains' | 'owner'>
> & {
  owner: string
  leases: Leases
  domains: RouteDomain[] | null
  linkedPorts: LinkedPort[] | null
  ready: ReadyReplica[] | null
}

const select = (db: Store['db']) =>
  db
    .select(columns)
    .from(instances)
    .leftJoin(
      replicas,
      and(
        eq(replicas.deploymentId, instances.activeDeployment),
        eq(replicas.state, 'Active'),
        eq(replicas.desiredState, 'active'),
        isNull(replicas.drainingSince),
      ),
    )
    .groupBy(instances.id)

/** Reads the routes from the database, and again whenever an instance has changed. Returns a function that stops it. */
export function startRouteSource({ store, log, onAll, onChange }: RouteSourceOptions): () => void {
  const { db } = store
  const changes = readChanges<InstanceId>({
    async readAll() {
      onAll((await select(db)).flatMap(routeOf))
    },
    async read(ids) {
      const routes = (await select(db).where(inArray(instances.id, ids))).flatMap(routeOf)
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
  const linkOf = (port: number) => row.linkedPorts?.find(({ containerPort }) => containerPort === port)
  const linked = row.containerPorts.filter(linkOf)
  const isRunning = state === 'running' || state === 'starting'
  return [
    {
      id: row.id,
      host: row.host,
      name: row.name,
      owner: row.owner,
      state,
      defaultPort: firstHttpPort(linked) ?? null,
      ports: linked.map((containerPort) => ({
        containerPort,
        targets: isRunning ? targetsOf(row, containerPort) : [],
        ...(isRunning && { wakes: linkOf(containerPort)?.wakes ?? undefined }),
      })),
      domains: row.domains ?? [],
      listeners: listenersOf(row, state),
    },
  ]
}

/** Returns the replicas of the service whose port the instance publishes, which it does from its first switch on. */
function targetsOf({ publishedPorts, ready }: Row, containerPort: number): RoutePort['targets'] {
  const published = publishedPorts.find((port) => port.containerPort === containerPort)
  const isPublished = (port: { containerPort: number; hostPort: number }) =>
    port.containerPort === containerPort && port.hostPort === published?.hostPort
  const service = ready?.find(({ ports }) => ports.some(isPublished))?.service
  return (ready ?? [])
    .filter((replica) => replica.service === service)
    .flatMap(({ id, address, ports }) =>
      ports
        .filter((port) => port.containerPort === containerPort)
        .map(({ hostPort }) => ({ id, address: address || LOOPBACK, hostPort })),
    )
}

function stateOf({ state, desiredState }: Row): RouteState {
  if (state === 'Active') return 'running'
  if (desiredState === 'closed' || state === 'Closed') return 'closed'
  return state === 'Failed-start' ? 'failed' : 'starting'
}
