import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { rejectExposedRequests } from '../sandbox/reject-exposed-requests.ts'
import { StartUpError } from '../start-up/start-up-error.ts'
import { acceptsUpgrade, isAmbiguous } from './request-framing.ts'
import { dataHeaders } from './security-headers.ts'
import { hasBody, limitSlowUpload } from './upload-deadline.ts'

/** Handles the requests of some host names before all other listeners. */
export interface HostHandler {
  matches(hostHeader: string | undefined): boolean
  /** Must send 100 Continue itself if the client waits for it. */
  handle(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface HttpServer {
  readonly server: Server
  readonly port: number
  /** Serves the application once it is ready; until then every request gets 503. */
  serve(listener: RequestListener): void
  /** Call this last, after all other listeners were attached to the server. */
  handleFirst(handler: HostHandler): void
  /** Stops accepting connections, and closes those that do not end within the limit. */
  close(limitMs: number): Promise<void>
}

/** Opens the server's only port. Called first, because nothing else is worth starting without it. */
export const openHttpServer = async ({
  host,
  port,
  mode,
  publicUrl,
}: Pick<Config, 'host' | 'port' | 'mode' | 'publicUrl'>): Promise<HttpServer> => {
  const ownHeaders: OutgoingHttpHeaders = {
    ...dataHeaders({ publicUrl }),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  }
  let application: RequestListener = (_request, response) => respondStarting(response, ownHeaders)
  const server = createServer(
    {
      maxHeaderSize: 32_768,
      keepAliveTimeout: 65_000,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5000,
      // limitSlowUpload() checks bodies: a limit on the whole request would cut off uploads that are still flowing.
      requestTimeout: 0,
      insecureHTTPParser: false,
      requireHostHeader: true,
      shouldUpgradeCallback: acceptsUpgrade,
    },
    (request, response) => application(request, response),
  )
  if (mode === 'sandbox') rejectExposedRequests(server)
  await listen(server, host, port)
  return {
    server,
    // A server that listens on a port has an `AddressInfo`.
    port: (server.address() as AddressInfo).port,
    serve: (listener) => {
      application = listener
    },
    handleFirst: (handler) => handleFirst(server, handler, ownHeaders),
    close: (limitMs) => close(server, limitMs),
  }
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new StartUpError(listenErrorMessage(cause.code, host, port), { cause })),
    )
    server.listen({ host, port }, resolve)
  })

const listenErrorMessage = (code: string | undefined, host: string, port: number): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port (PORT).`
  if (code === 'EACCES') return `This user cannot use port ${port}. Choose one above 1023 (PORT).`
  return `Cannot listen on ${host} port ${port} (${code}). Choose another address (HOST) or port (PORT).`
}

const respondStarting = (response: ServerResponse, headers: OutgoingHttpHeaders): void => {
  response.writeHead(503, { ...headers, 'retry-after': '1' })
  response.end(JSON.stringify({ error: 'unavailable', message: 'Longshore is starting. Try again in a moment.' }))
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

const handleFirst = (server: Server, handler: HostHandler, ownHeaders: OutgoingHttpHeaders) => {
  const requests = server.listeners('request') as RequestListener[]
  const upgrades = server.listeners('upgrade') as UpgradeListener[]
  server.removeAllListeners('request')
  server.removeAllListeners('upgrade')
  const serve = (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    if (rejectAmbiguous(request, response, ownHeaders)) return
    if (hasBody(request)) limitSlowUpload(request)
    if (handler.matches(request.headers.host)) return handler.handle(request, response)
    if (request.headers.expect !== undefined) response.writeContinue()
    for (const listener of requests) listener.call(server, request, response)
  }
  server.on('request', serve)
  server.on('checkContinue', serve)
  server.on('connect', (_request, socket) => rejectSocket(socket))
  server.on('upgrade', (request, socket, head) => {
    if (isAmbiguous(request)) rejectSocket(socket)
    else if (handler.matches(request.headers.host)) handler.upgrade(request, socket, head)
    else for (const listener of upgrades) listener.call(server, request, socket, head)
  })
}

const badRequest = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const rejectSocket = (socket: Duplex): void => {
  // Node no longer handles errors of this socket: an error without a listener would end the process.
  socket.on('error', () => socket.destroy())
  socket.end(badRequest)
}

/** Connections with an ambiguous request. Requests after it may be parsed already, but are not served. */
const closing = new WeakSet<Socket>()

const rejectAmbiguous = (request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders): boolean => {
  if (closing.has(request.socket)) return true
  if (!isAmbiguous(request)) return false
  closing.add(request.socket)
  response.writeHead(400, headers)
  response.end(JSON.stringify({ error: 'malformed', message: 'The request has an ambiguous length or host.' }))
  return true
}

const close = (server: Server, limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), limitMs)
    server.close(() => {
      clearTimeout(force)
      resolve()
    })
    server.closeIdleConnections()
  })
