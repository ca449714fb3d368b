import { eq } from 'drizzle-orm'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { firstHttpPort } from '../compute/instances/gateway-links.ts'
import { INSTANCE_CHANNEL } from '../compute/instances/instance-channel.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/connection.ts'
import { instances } from '../store/schema.ts'
import { readings } from './host-name.ts'

/** What the gateway has to know of an instance. */
export interface Route {
  id: InstanceId
  host: string
  name: string
  state: Instance['state']
  wish: Instance['wish']
  containerPorts: number[]
  publishedPorts: { containerPort: number; hostPort: number }[]
  revision: number
}

export interface Destination {
  route: Route
  /** Undefined when nothing is published there just now. */
  hostPort: number | undefined
}

export interface RouteTable {
  start(): void
  /** Asks the database only when the table has no running instance of that name. */
  find(host: string): Promise<Destination | undefined>
  stop(): void
}

const columns = {
  id: instances.id,
  host: instances.host,
  name: instances.name,
  state: instances.state,
  wish: instances.wish,
  containerPorts: instances.containerPorts,
  publishedPorts: instances.publishedPorts,
  revision: instances.revision,
}

/** Host names and where they lead, in memory, so that a request costs no query. */
export function createRouteTable({ db, listen }: Pick<Store, 'db' | 'listen'>, log: Log): RouteTable {
  const byHost = new Map<string, Route>()
  const hostById = new Map<InstanceId, string>()
  let stopListening = () => {}

  /** Readings may come back in another order than they were asked for; the newest stays. */
  function keep(route: Route): void {
    const known = byHost.get(route.host)
    if (known && known.revision > route.revision) return
    byHost.set(route.host, route)
    hostById.set(route.id, route.host)
  }

  function forget(id: InstanceId): void {
    byHost.delete(hostById.get(id) ?? '')
    hostById.delete(id)
  }

  async function loadAll(): Promise<void> {
    const before = [...hostById.keys()]
    const routes = await db.select(columns).from(instances)
    const left = new Set(routes.map(({ id }) => id))
    for (const id of before) if (!left.has(id)) forget(id)
    for (const route of routes) keep(route)
  }

  async function reload(id: InstanceId): Promise<void> {
    const [route] = await db.select(columns).from(instances).where(eq(instances.id, id))
    if (route) keep(route)
    else forget(id)
  }

  async function lookUp(host: string): Promise<Route | undefined> {
    const known = byHost.get(host)
    if (known?.state === 'Active') return known
    const [route] = await db.select(columns).from(instances).where(eq(instances.host, host))
    if (route) keep(route)
    return route
  }

  return {
    start() {
      // Told null as soon as it listens, and after each lost connection.
      stopListening = listen(INSTANCE_CHANNEL, (id) => {
        const reading = id === null ? loadAll() : reload(id as InstanceId) // Only ids are said on this channel.
        reading.catch((error: unknown) => log.warn({ err: error }, 'the gateway could not read what has changed'))
      })
    },

    async find(label) {
      for (const { host, containerPort } of readings(label)) {
        const route = await lookUp(host)
        if (!route) continue
        const wanted = containerPort ?? firstHttpPort(route.containerPorts)
        if (containerPort !== undefined && !route.containerPorts.includes(containerPort)) continue
        const isRunning = route.state === 'Active'
        const published = isRunning ? route.publishedPorts.find((port) => port.containerPort === wanted) : undefined
        return { route, hostPort: published?.hostPort }
      }
      return undefined
    },

    stop: () => stopListening(),
  }
}
