import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Gauge, type Registry } from 'prom-client'
import { Server, type Socket } from 'socket.io'
import type { Config } from '../config.ts'
import type { Caller } from '../http/handler.ts'
import { isFromForeignPage } from '../http/own-origin.ts'
import { refusalOf } from '../http/refusal-of.ts'
import { Refused } from '../http/refused.ts'
import { dataHeaders } from '../http/security-headers.ts'
import type { Leave } from './places.ts'
import { attendClient, type LiveOptions } from './socket-client.ts'
import type { VisitorPlaces } from './visitor-places.ts'

declare module 'socket.io' {
  interface SocketData {
    caller: Caller
  }
}

/** The socket of the console, on the API's own port. */
export const serveSockets = (
  server: HttpServer,
  options: LiveOptions & { visitors: VisitorPlaces; config: Pick<Config, 'publicUrl'> },
  metrics: Registry,
): { stop(): void } => {
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: 65_536,
    // A silent connection is found dead within 20 s, at either end; a proxy that cuts idle ones never sees one.
    pingInterval: 10_000,
    pingTimeout: 8_000,
    connectTimeout: 10_000,
    httpCompression: { threshold: 2048 },
    // Checked before anything of a connection is kept. A browser lets any page open a WebSocket here, and names its origin.
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

  io.use((socket, next) => {
    const { token } = socket.handshake.auth
    options
      .authenticate(
        typeof token === 'string' && token !== '' ? token : undefined,
        options.limits.networkOf(socket.request),
      )
      .then((caller) => {
        if (caller.kind === 'visitor') seatVisitor(socket, options.visitors)
        else holdPlace(socket, options.limits.hold(caller, 'connections'))
        socket.data.caller = caller
        next()
      })
      .catch((error: unknown) => {
        const refusal = refusalOf(error)
        next(Object.assign(new Error(refusal.message), { data: { error: refusal.code, message: refusal.message } }))
      })
  })
  io.on('connection', (socket) => attendClient(socket, socket.data.caller, options))

  return {
    // Not io.close(), which waits for every other connection of the port too.
    stop: () => {
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

const holdPlace = ({ conn }: Socket, leave: Leave): void => {
  // One that has gone meanwhile would never give its place back.
  if (conn.readyState === 'open') conn.once('close', leave)
  else leave()
}

const seatVisitor = ({ conn, request }: Socket, visitors: VisitorPlaces): void => {
  // One that has gone meanwhile would never give its place back.
  if (conn.readyState !== 'open') return
  const leave = visitors.take(request)
  if (!leave) throw new Refused('tooMany', { words: 'Too many connections from this address. Log in to see more.' })
  conn.once('close', leave)
}
