import { isIPv6 } from 'node:net'
import { type buildConnector, Client, type Dispatcher } from 'undici'
import type { Target } from '../routes/route.ts'

export interface Upstream {
  /** With `reset`, the request uses a connection of its own. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Closes idle connections, and busy ones after their response. */
  close(): void
  destroy(): void
}

/** Timeout without data from the instance. */
const SILENCE_MS = 5 * 60_000
/**
 * How long a connection stays idle after a response before it is reused. Surplus bytes from the instance close the
 * connection within this time; on a connection that was reused at once they would become the next visitor's response.
 */
const REST_MS = 50

/** Manages the connections to one target. Each carries one request at a time. */
export function openUpstream({ address, hostPort }: Target, connect: buildConnector.connector): Upstream {
  const origin = `http://${isIPv6(address) ? `[${address}]` : address}:${hostPort}`
  /** Ordered by idle time, the longest first. */
  const resting = new Map<Client, number>()
  const clients = new Set<Client>()
  let isClosed = false

  function open(): Client {
    const client = new Client(origin, {
      connect,
      pipelining: 1,
      allowH2: false,
      useMilo: false,
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      maxHeaderSize: 32_768,
      keepAliveMaxTimeout: 60_000,
    })
    clients.add(client)
    client.on('disconnect', () => {
      if (resting.delete(client)) dispose(client)
    })
    return client
  }

  function dispose(client: Client): void {
    clients.delete(client)
    client.close().catch(() => undefined)
  }

  function rested(): Client | undefined {
    for (const [client, restsUntilMs] of resting) {
      if (restsUntilMs > performance.now()) return undefined
      resting.delete(client)
      return client
    }
    return undefined
  }

  return {
    dispatch(options, handler) {
      const client = (options.reset ? undefined : rested()) ?? open()
      client.dispatch(options, {
        ...handler,
        onRequestUpgrade(controller, status, headers, socket) {
          dispose(client)
          handler.onRequestUpgrade?.(controller, status, headers, socket)
        },
        onResponseEnd(controller, trailers) {
          if (isClosed || options.reset) dispose(client)
          else resting.set(client, performance.now() + REST_MS)
          handler.onResponseEnd?.(controller, trailers)
        },
        onResponseError(controller, error) {
          dispose(client)
          handler.onResponseError?.(controller, error)
        },
      })
    },

    close() {
      isClosed = true
      for (const client of resting.keys()) dispose(client)
      resting.clear()
    },

    destroy() {
      isClosed = true
      for (const client of clients) client.destroy().catch(() => undefined)
    },
  }
}
