import { buildConnector } from 'undici'
import type { Route, Target } from '../routes/route.ts'
import { openUpstream, type Upstream } from './upstream.ts'

export interface Upstreams {
  /** Returns the connections to a target. */
  of(target: Target): Upstream
  /** Closes the connections to targets that the route no longer has, after their current responses. */
  routeChanged(former: Route, now: Route | undefined): void
  stop(): void
}

const CONNECT_MS = 10_000

/** Errors of connections that had carried a response before. */
const errorsOfReused = new WeakSet<Error>()

/** Returns whether the failed connection had carried a response before; the instance may have closed it while idle. */
export const wasReused = (error: Error): boolean => errorsOfReused.has(error)

/** Errors of attempts to connect: nothing of the request was sent. */
const connectErrors = new WeakSet<Error>()

/** Returns whether the target did not accept a connection, so that another target can get the request. */
export const isConnectError = (error: Error): boolean => connectErrors.has(error)

/**
 * Creates the connections by replica and address. They are never shared: a new replica gets new connections only, and
 * so does a port that another one has taken over.
 */
export function createUpstreams(): Upstreams {
  const upstreams = new Map<string, Upstream>()
  const connectTo = buildConnector({ timeout: CONNECT_MS, autoSelectFamily: false })
  const connect: buildConnector.connector = (options, callback) =>
    connectTo(options, (...[error, socket]: Parameters<buildConnector.Callback>) => {
      if (error) {
        connectErrors.add(error)
        return callback(error, null)
      }
      socket?.on('error', (failure) => {
        if (socket.bytesRead > 0) errorsOfReused.add(failure)
      })
      callback(null, socket)
    })

  return {
    of(target) {
      const key = keyOf(target)
      const known = upstreams.get(key)
      if (known) return known
      const upstream = openUpstream(target, connect)
      upstreams.set(key, upstream)
      return upstream
    },

    routeChanged(former, now) {
      const current = new Set(now && keysOf(now))
      for (const key of keysOf(former)) {
        if (current.has(key)) continue
        upstreams.get(key)?.close()
        upstreams.delete(key)
      }
    },

    stop() {
      for (const upstream of upstreams.values()) upstream.destroy()
      upstreams.clear()
    },
  }
}

const keyOf = ({ id, address, hostPort }: Target): string => `${id} ${address} ${hostPort}`
const keysOf = ({ ports }: Route): string[] => ports.flatMap(({ targets }) => targets.map(keyOf))
