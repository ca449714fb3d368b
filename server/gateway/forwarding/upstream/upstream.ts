import type { Target } from '../../routes/route.ts'
import {
  type ExchangeHandler,
  openConnection,
  type UpstreamConnection,
  type UpstreamRequest,
} from './upstream-connection.ts'

export interface SentRequest extends UpstreamRequest {
  /** How the request may use a connection: one that other requests use too, one of its own, or one to hand over. */
  connection: 'shared' | 'own' | 'upgraded'
  /** A shared connection is opened for it even where one is idle. */
  isOnNewConnection?: boolean
}

export interface Upstream {
  send(request: SentRequest, handler: ExchangeHandler): UpstreamConnection
  /** Closes the connections that the instance will close soon. */
  closeExpired(): void
  /** Closes idle connections, and busy ones after their response. */
  close(): void
  destroy(): void
}

interface Idle {
  reusableAtMs: number
  expiresAtMs: number
}

/**
 * How long a connection stays idle after a response before it is reused. Surplus bytes from the instance close the
 * connection within this time; on a connection that was reused at once they would become the next visitor's response.
 */
const REST_MS = 50

/** Manages the connections to one target. Each carries one request at a time. */
export function openUpstream(target: Target): Upstream {
  /** Ordered by idle time, the longest first. */
  const idle = new Map<UpstreamConnection, Idle>()
  const connections = new Set<UpstreamConnection>()
  let isClosed = false

  function open(isShared: boolean, isForUpgrade: boolean): UpstreamConnection {
    const connection = openConnection({
      target,
      isForUpgrade,
      onIdle(ended, keepAliveMs) {
        if (isClosed || !isShared) return ended.destroy()
        const nowMs = performance.now()
        idle.set(ended, { reusableAtMs: nowMs + REST_MS, expiresAtMs: nowMs + keepAliveMs })
      },
      onClosed(closed) {
        idle.delete(closed)
        connections.delete(closed)
      },
    })
    connections.add(connection)
    return connection
  }

  function findIdle(): UpstreamConnection | undefined {
    const nowMs = performance.now()
    for (const [connection, { reusableAtMs, expiresAtMs }] of idle) {
      if (reusableAtMs > nowMs) return undefined
      idle.delete(connection)
      if (expiresAtMs > nowMs) return connection
      connection.destroy()
    }
    return undefined
  }

  return {
    send(request, handler) {
      const isShared = request.connection === 'shared'
      const known = isShared && !request.isOnNewConnection ? findIdle() : undefined
      const connection = known ?? open(isShared, request.connection === 'upgraded')
      connection.send(request, handler)
      return connection
    },

    closeExpired() {
      const nowMs = performance.now()
      for (const [connection, { expiresAtMs }] of idle) if (expiresAtMs <= nowMs) connection.destroy()
    },

    close() {
      isClosed = true
      for (const connection of idle.keys()) connection.destroy()
    },

    destroy() {
      isClosed = true
      for (const connection of connections) connection.destroy()
    },
  }
}
