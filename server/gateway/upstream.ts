import { type buildConnector, Client, type Dispatcher } from 'undici'

export interface Upstream {
  /** With `reset` the request has a connection of its own. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Takes no more requests; those under way end by themselves. */
  close(): void
  destroy(): void
}

/** Longer silence in either direction ends the connection. */
const SILENCE_MS = 5 * 60_000
/**
 * How long a connection rests after a response. Bytes that an instance sends beyond it end the connection in this time;
 * on a connection that is used again at once they would be the next visitor's response.
 */
const REST_MS = 50

/** The connections to one published port of one deployment. Each carries one request at a time. */
export function openUpstream(hostPort: number, connect: buildConnector.connector): Upstream {
  /** The one that has rested longest is first. */
  const resting = new Map<Client, number>()
  const clients = new Set<Client>()
  let isClosed = false

  function open(): Client {
    const client = new Client(`http://127.0.0.1:${hostPort}`, {
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
