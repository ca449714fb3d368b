import { parseHostLabel } from './host-name.ts'
import type { Route, RouteDomain, RoutePort } from './route.ts'

export interface Destination {
  route: Route
  /** Undefined when the instance declares no port. */
  port: RoutePort | undefined
}

export interface RouteTable {
  /** False until all routes were received once. */
  readonly isLoaded: boolean
  find(label: string): Destination | undefined
  /** Returns the domain that a host name belongs to; an exact one before a wildcard. */
  findDomain(name: string): RouteDomain | undefined
  findByDomain(name: string): Destination | undefined
  routes(): Iterable<Route>
  change(changed: readonly Route[], removedIds: readonly string[]): void
  /** Adds a part of the complete table, which replaces the former one when its last part has arrived. */
  replace(part: readonly Route[], isFirst: boolean, isLast: boolean): void
}

/** Keeps the routes of all hosts in memory. Calls back with the former and the new route of each changed instance. */
export function createRouteTable(onChange: (former: Route | undefined, now: Route | undefined) => void): RouteTable {
  const byHost = new Map<string, Route>()
  const byId = new Map<string, Route>()
  const byDomain = new Map<string, { route: Route; domain: RouteDomain }>()
  let arriving: Route[] = []
  let isLoaded = false

  function removeDomains(route: Route): void {
    for (const { name } of route.domains ?? []) if (byDomain.get(name)?.route === route) byDomain.delete(name)
  }

  const found = (name: string) => byDomain.get(name) ?? byDomain.get(`*.${name.slice(name.indexOf('.') + 1)}`)

  function put(route: Route): void {
    const former = byId.get(route.id)
    if (former) removeDomains(former)
    for (const domain of route.domains ?? []) byDomain.set(domain.name, { route, domain })
    if (former && former.host !== route.host) byHost.delete(former.host)
    byHost.set(route.host, route)
    byId.set(route.id, route)
    onChange(former, route)
  }

  function remove(id: string): void {
    const former = byId.get(id)
    if (!former) return
    byId.delete(id)
    removeDomains(former)
    // Another instance may have got the host meanwhile.
    if (byHost.get(former.host) === former) byHost.delete(former.host)
    onChange(former, undefined)
  }

  function change(changed: readonly Route[], removedIds: readonly string[]): void {
    for (const id of removedIds) remove(id)
    for (const route of changed) put(route)
  }

  return {
    get isLoaded() {
      return isLoaded
    },

    find(label) {
      for (const { host, containerPort } of parseHostLabel(label)) {
        const route = byHost.get(host)
        if (!route) continue
        const number = containerPort ?? route.defaultPort
        const port = route.ports.find((each) => each.containerPort === number)
        if (port || containerPort === undefined) return { route, port }
      }
      return undefined
    },

    findDomain: (name) => found(name)?.domain,

    findByDomain(name) {
      const at = found(name)
      if (!at) return undefined
      const number = at.domain.containerPort ?? at.route.defaultPort
      return { route: at.route, port: at.route.ports.find((each) => each.containerPort === number) }
    },
    routes: () => byId.values(),

    change,

    replace(part, isFirst, isLast) {
      arriving = isFirst ? [...part] : [...arriving, ...part]
      if (!isLast) return
      const left = new Set(arriving.map(({ id }) => id))
      change(
        arriving,
        [...byId.keys()].filter((id) => !left.has(id)),
      )
      arriving = []
      isLoaded = true
    },
  }
}
