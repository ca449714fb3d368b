import { buildConnector } from 'undici'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import type { Route } from './route-table.ts'
import { openUpstream, type Upstream } from './upstream.ts'

export interface Upstreams {
  /** Returns the connections to one published port of one deployment. */
  of(route: Route, hostPort: number): Upstream
  /** Closes the connections to targets that the route no longer has, after their current responses. */
  routeChanged(id: InstanceId, route: Route | undefined): void
  stop(): void
}

const CONNECT_MS = 10_000

/** Errors of connections that had carried a response before. */
const errorsOfReused = new WeakSet<Error>()

/** Returns whether the failed connection had carried a response before; the instance may have closed it while idle. */
export const wasReused = (error: Error): boolean => errorsOfReused.has(error)

/**
 * Creates the connections by deployment and port. They are never shared: a new deployment gets new connections only,
 * and so does a port that another instance has taken over.
 */
export function createUpstreams(): Upstreams {
  const byInstance = new Map<InstanceId, Map<string, Upstream>>()
  const connectTo = buildConnector({ timeout: CONNECT_MS, autoSelectFamily: false })
  const connect: buildConnector.connector = (options, callback) =>
    connectTo(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) return callback(error, null)
      socket?.on('error', (failure) => {
        if (socket.bytesRead > 0) errorsOfReused.add(failure)
      })
      callback(null, socket)
    })

  return {
    of(route, hostPort) {
      const upstreams = byInstance.get(route.id) ?? new Map<string, Upstream>()
      const key = keyOf(route, hostPort)
      const known = upstreams.get(key)
      if (known) return known
      const upstream = openUpstream(hostPort, connect)
      byInstance.set(route.id, upstreams.set(key, upstream))
      return upstream
    },

    routeChanged(id, route) {
      const upstreams = byInstance.get(id)
      if (!upstreams) return
      const current = new Set(route?.publishedPorts.map(({ hostPort }) => keyOf(route, hostPort)))
      for (const [key, upstream] of upstreams) {
        if (current.has(key)) continue
        upstreams.delete(key)
        upstream.close()
      }
      if (upstreams.size === 0) byInstance.delete(id)
    },

    stop() {
      for (const upstreams of byInstance.values()) for (const upstream of upstreams.values()) upstream.destroy()
      byInstance.clear()
    },
  }
}

const keyOf = ({ activeDeployment }: Route, hostPort: number): string => `${activeDeployment}:${hostPort}`
