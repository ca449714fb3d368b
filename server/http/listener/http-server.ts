import {
  createServer,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Config } from '../../config.ts'
import { hostNameOf } from '../../gateway/routes/host-name.ts'
import { rejectExposedRequests } from '../../sandbox/reject-exposed-requests.ts'
import { readClientAddresses } from './client-address.ts'
import { dataHeaders } from './data-headers.ts'
import { guardRequests, strictOptions, type UpgradeListener } from './guard-requests.ts'
import { listenPrivately } from './listen-privately.ts'

export interface HttpServer {
  readonly server: Server
  /** Serves the application once it is ready; until then every request gets 503. */
  serve(listener: RequestListener): void
  /** Serves requests for another host name of this machine. */
  serveHost(host: string, listener: RequestListener): void
  /** Call this last, after all other listeners were attached to the server. */
  guard(): void
  /** Stops accepting connections, and closes those that do not end within the limit. */
  close(limitMs: number): Promise<void>
}

export interface HttpServerOptions {
  /** A Unix socket, on which the gateway forwards what is for the console and the API. */
  socketPath: string
  config: Pick<Config, 'mode' | 'publicUrl'>
}

/** Opens the control plane's listener. Its port belongs to the gateway. */
export async function openHttpServer({ socketPath, config }: HttpServerOptions): Promise<HttpServer> {
  const ownHeaders: OutgoingHttpHeaders = {
    ...dataHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  }
  const hosts = new Map<string, RequestListener>()
  let application: RequestListener = (_request, response) => respondStarting(response, ownHeaders)
  const server = createServer(
    // Longer than the gateway's own limit, so that only the gateway closes idle connections.
    { ...strictOptions, keepAliveTimeout: 100_000 },
    (request, response) => (hosts.get(hostNameOf(request.headers.host)) ?? application)(request, response),
  )
  if (config.mode === 'sandbox') rejectExposedRequests(server)
  readClientAddresses(server)
  await listenPrivately(server, socketPath)
  return {
    server,
    serve: (listener) => {
      application = listener
    },
    serveHost: (host, listener) => void hosts.set(host, listener),
    guard: () => guardFirst(server, ownHeaders),
    close: (limitMs) => close(server, limitMs),
  }
}

const respondStarting = (response: ServerResponse, headers: OutgoingHttpHeaders): void => {
  response.writeHead(503, { ...headers, 'retry-after': '1' })
  response.end(JSON.stringify({ error: 'unavailable', message: 'Longshore is starting. Try again in a moment.' }))
}

function guardFirst(server: Server, ownHeaders: OutgoingHttpHeaders): void {
  const requests = server.listeners('request') as RequestListener[]
  const upgrades = server.listeners('upgrade') as UpgradeListener[]
  server.removeAllListeners('request')
  server.removeAllListeners('upgrade')
  guardRequests(server, ownHeaders, {
    request: (request, response) => {
      if (request.headers.expect !== undefined) response.writeContinue()
      for (const listener of requests) listener.call(server, request, response)
    },
    upgrade: (request, socket, head) => {
      for (const listener of upgrades) listener.call(server, request, socket, head)
    },
  })
}

export const close = (server: Server, limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), limitMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
