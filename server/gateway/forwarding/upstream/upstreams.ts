import type { Route, Target } from '../../routes/route.ts'
import { openUpstream, type Upstream } from './upstream.ts'

export interface Upstreams {
  /** Returns the connections to a target. */
  of(target: Target): Upstream
  /** Closes the connections to targets that the route no longer has, after their current responses. */
  routeChanged(former: Route, now: Route | undefined): void
  stop(): void
}

/** One timer for all connections: a timer for each would be set with every response. */
const EXPIRY_CHECK_MS = 500

/**
 * Creates the connections by replica and address. They are never shared: a new replica gets new connections only, and
 * so does a port that another one has taken over.
 */
export function createUpstreams(): Upstreams {
  const upstreams = new Map<string, Upstream>()
  const byTarget = new WeakMap<Target, Upstream>()
  const expiry = setInterval(() => {
    for (const upstream of upstreams.values()) upstream.closeExpired()
  }, EXPIRY_CHECK_MS).unref()

  function find(target: Target): Upstream {
    const key = keyOf(target)
    const known = upstreams.get(key)
    if (known) return known
    const upstream = openUpstream(target)
    upstreams.set(key, upstream)
    return upstream
  }

  return {
    of(target) {
      const known = byTarget.get(target)
      if (known) return known
      const upstream = find(target)
      byTarget.set(target, upstream)
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
      clearInterval(expiry)
      for (const upstream of upstreams.values()) upstream.destroy()
      upstreams.clear()
    },
  }
}

const keyOf = ({ id, address, hostPort }: Target): string => `${id} ${address} ${hostPort}`
const keysOf = ({ ports }: Route): string[] => ports.flatMap(({ targets }) => targets.map(keyOf))
