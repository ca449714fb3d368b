import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Gauge, type Registry } from 'prom-client'
import { Server, type Socket } from 'socket.io'
import { SHELL_NAMESPACE } from '../../src/contract/shell/shell.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Caller } from '../http/handler.ts'
import { dataHeaders } from '../http/listener/data-headers.ts'
import { isFromForeignPage } from '../http/own-origin.ts'
import { toApiError } from '../http/to-api-error.ts'
import type { Release } from './concurrency-limit.ts'
import type { AccessChecks } from './responses/watch-access.ts'
import { type LiveOptions, serveSocket } from './socket-client.ts'
import type { VisitorConnectionLimit } from './visitor-connection-limit.ts'

declare module 'socket.io' {
  interface SocketData {
    caller: Caller
  }
}

/** Serves a socket of the shells' namespace. */
export type ServeShells = (socket: Socket, caller: Caller, access: AccessChecks) => void

/** Serves the console's sockets on the API's own port. */
export const serveSockets = (
  server: HttpServer,
  options: LiveOptions & {
    visitors: VisitorConnectionLimit
    config: Pick<Config, 'publicUrl'>
    serveShells?: ServeShells
  },
  metrics: Registry,
): { stop(): void } => {
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: 65_536,
    // Both ends detect a dead connection within 20 s, and proxies never see an idle one.
    pingInterval: 10_000,
    pingTimeout: 8_000,
    connectTimeout: 10_000,
    httpCompression: { threshold: 2048 },
    // Checked before anything is allocated. Browsers let any page open a WebSocket, but they send its origin.
    allowRequest: (request, decide) =>
      decide(null, !isFromForeignPage(options.config, request.headers) && options.limits.mayShakeHands(request)),
  })
  const headers = Object.entries(dataHeaders(options.config))
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  })
  new Gauge({
    name: 'longshore_live_sockets',
    help: 'Connected sockets.',
    registers: [metrics],
    collect() {
      this.set(io.engine.clientsCount)
    },
  })

  const admit = (socket: Socket, next: (error?: Error) => void, mayVisit: boolean) => {
    const { token } = socket.handshake.auth
    options
      .authenticate(
        typeof token === 'string' && token !== '' ? token : undefined,
        options.limits.networkOf(socket.request),
      )
      .then((caller) => {
        if (caller.kind === 'visitor' && !mayVisit) throw new ApiError('notSignedIn')
        if (caller.kind === 'visitor') acquireVisitorSlot(socket, options.visitors)
        else releaseOnClose(socket, options.limits.acquire(caller, 'connections'))
        socket.data.caller = caller
        next()
      })
      .catch((error: unknown) => {
        const apiError = toApiError(error)
        next(Object.assign(new Error(apiError.message), { data: { error: apiError.code, message: apiError.message } }))
      })
  }
  io.use((socket, next) => admit(socket, next, true))
  io.on('connection', (socket) => serveSocket(socket, socket.data.caller, options))
  const { serveShells } = options
  if (serveShells)
    io.of(SHELL_NAMESPACE)
      .use((socket, next) => admit(socket, next, false))
      .on('connection', (socket) => serveShells(socket, socket.data.caller, options))

  return {
    // Not io.close(), which also waits for all other connections of the port.
    stop: () => {
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

const releaseOnClose = ({ conn }: Socket, release: Release): void => {
  // A connection that has closed meanwhile emits no `close` any more.
  if (conn.readyState === 'open') conn.once('close', release)
  else release()
}

const acquireVisitorSlot = ({ conn, request }: Socket, visitors: VisitorConnectionLimit): void => {
  // A connection that has closed meanwhile would never release its slot.
  if (conn.readyState !== 'open') return
  const release = visitors.take(request)
  if (!release)
    throw new ApiError('tooMany', { message: 'Too many connections from this address. Log in to continue.' })
  conn.once('close', release)
}
