import { eq } from 'drizzle-orm'
import type { DeploymentId, InstanceId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { firstHttpPort } from '../compute/instances/gateway-links.ts'
import { INSTANCE_CHANNEL } from '../compute/instances/publish-instance.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import { instances } from '../store/schema.ts'
import { parseHostLabel } from './host-name.ts'

/** The fields of an instance that the gateway needs. */
export interface Route {
  id: InstanceId
  host: string
  name: string
  state: Instance['state']
  desiredState: Instance['desiredState']
  containerPorts: number[]
  publishedPorts: { containerPort: number; hostPort: number }[]
  activeDeployment: DeploymentId | null
  revision: number
}

export interface Destination {
  route: Route
  /** Undefined when no port is currently published there. */
  hostPort: number | undefined
}

export interface RouteTable {
  start(): void
  /** Queries the database only for hosts that the table lacks, and only when `mayLookUp` allows it. */
  find(label: string, mayLookUp: () => boolean): Promise<Destination | undefined>
  stop(): void
}

export interface RouteTableOptions {
  store: Pick<Store, 'db' | 'listen'>
  log: Log
  /** Called with undefined when the instance no longer exists. */
  onChange: (id: InstanceId, route: Route | undefined) => void
}

/** How long an unknown host is cached. The notification of a new instance removes it at once. */
const UNKNOWN_MS = 60_000
const MAX_UNKNOWN = 10_000

const columns = {
  id: instances.id,
  host: instances.host,
  name: instances.name,
  state: instances.state,
  desiredState: instances.desiredState,
  containerPorts: instances.containerPorts,
  publishedPorts: instances.publishedPorts,
  activeDeployment: instances.activeDeployment,
  revision: instances.revision,
}

/**
 * Keeps the routes of all hosts in memory, so that a request costs no query. Every change is received as a
 * notification; a lookup only bridges the time between an instance's creation and its notification.
 */
export function createRouteTable({ store, log, onChange }: RouteTableOptions): RouteTable {
  const { db, listen } = store
  const byHost = new Map<string, Route>()
  const hostById = new Map<InstanceId, string>()
  const unknown = new Map<string, number>()
  let stopListening = () => {}

  /** Query results may arrive out of order; the newest revision is kept. */
  function addRoute(route: Route): void {
    const known = byHost.get(route.host)
    if (known && known.revision > route.revision) return
    const formerHost = hostById.get(route.id)
    if (formerHost !== undefined && formerHost !== route.host) byHost.delete(formerHost)
    byHost.set(route.host, route)
    hostById.set(route.id, route.host)
    unknown.delete(route.host)
    onChange(route.id, route)
  }

  function forget(id: InstanceId): void {
    byHost.delete(hostById.get(id) ?? '')
    hostById.delete(id)
    onChange(id, undefined)
  }

  async function loadAll(): Promise<void> {
    const before = [...hostById.keys()]
    const routes = await db.select(columns).from(instances)
    const left = new Set(routes.map(({ id }) => id))
    for (const id of before) if (!left.has(id)) forget(id)
    for (const route of routes) addRoute(route)
  }

  async function reload(id: InstanceId): Promise<void> {
    const [route] = await db.select(columns).from(instances).where(eq(instances.id, id))
    if (route) addRoute(route)
    else forget(id)
  }

  async function lookUp(host: string): Promise<Route | undefined> {
    const [route] = await db.select(columns).from(instances).where(eq(instances.host, host))
    if (route) addRoute(route)
    else {
      if (unknown.size >= MAX_UNKNOWN) unknown.clear()
      unknown.set(host, Date.now() + UNKNOWN_MS)
    }
    return byHost.get(host)
  }

  const isUnknown = (host: string) => (unknown.get(host) ?? 0) > Date.now()

  return {
    start() {
      // The listener receives null when it starts, and after each lost connection.
      stopListening = listen(INSTANCE_CHANNEL, (id) => {
        const reading = id === null ? loadAll() : reload(id as InstanceId) // This channel carries only ids.
        reading.catch((error: unknown) => log.warn({ err: error }, 'gateway: could not reload changed routes'))
      })
    },

    async find(label, mayLookUp) {
      const meanings = parseHostLabel(label)
      for (const { host, containerPort } of meanings) {
        const route = byHost.get(host)
        const found = route && destination(route, containerPort)
        if (found) return found
      }
      for (const { host, containerPort } of meanings) {
        if (byHost.has(host) || isUnknown(host) || !mayLookUp()) continue
        const route = await lookUp(host)
        const found = route && destination(route, containerPort)
        if (found) return found
      }
      return undefined
    },

    stop: () => stopListening(),
  }
}

/** Returns undefined when the instance has no such port. */
function destination(route: Route, containerPort: number | undefined): Destination | undefined {
  if (containerPort !== undefined && !route.containerPorts.includes(containerPort)) return undefined
  const targetPort = containerPort ?? firstHttpPort(route.containerPorts)
  const isRunning = route.state === 'Active'
  const published = isRunning ? route.publishedPorts.find((port) => port.containerPort === targetPort) : undefined
  return { route, hostPort: published?.hostPort }
}
