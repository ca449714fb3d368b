import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Config } from '../config.ts'
import { refuseExposed } from '../sandbox/refuse-exposed.ts'
import { StartUpRefusal } from '../start-up/start-up-refusal.ts'

/** Takes the requests of some host names before anything else sees them. */
export interface HostTaker {
  matches(hostHeader: string | undefined): boolean
  handle(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export interface Front {
  readonly server: Server
  readonly port: number
  /** Serves the application once it is ready; until then every request hears that it is starting. */
  serve(listener: RequestListener): void
  /** Call last, when everything else has attached itself to the server. */
  putFirst(taker: HostTaker): void
  /** Takes no more connections, and ends those that do not end in time. */
  close(limitMs: number): Promise<void>
}

/** The one port. It is taken first, because nothing else is worth starting without it. */
export const openFront = async ({ host, port, mode }: Pick<Config, 'host' | 'port' | 'mode'>): Promise<Front> => {
  let application: RequestListener = starting
  const server = createServer(
    { maxHeaderSize: 32_768, keepAliveTimeout: 65_000, requestTimeout: 60_000 },
    (request, response) => application(request, response),
  )
  if (mode === 'sandbox') refuseExposed(server)
  await listen(server, host, port)
  return {
    server,
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    serve: (listener) => {
      application = listener
    },
    putFirst: (taker) => putFirst(server, taker),
    close: (limitMs) => close(server, limitMs),
  }
}

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new StartUpRefusal(portWords(cause.code, host, port), { cause })),
    )
    server.listen({ host, port }, resolve)
  })

const portWords = (code: string | undefined, host: string, port: number): string => {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another one (PORT).`
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Choose one above 1023 (PORT).`
  return `Cannot listen on ${host} port ${port} (${code}). Choose another address (HOST) or port (PORT).`
}

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    connection: 'close',
  })
  response.end(
    JSON.stringify({ error: 'unavailable', message: 'Longshore is starting. Please try again in a moment.' }),
  )
}

const putFirst = (server: Server, taker: HostTaker) => {
  const requests = server.listeners('request') as RequestListener[]
  const upgrades = server.listeners('upgrade') as ((request: IncomingMessage, socket: Duplex, head: Buffer) => void)[]
  server.removeAllListeners('request')
  server.removeAllListeners('upgrade')
  server.on('request', (request: IncomingMessage, response) => {
    if (taker.matches(request.headers.host)) taker.handle(request, response)
    else for (const listener of requests) listener.call(server, request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    if (taker.matches(request.headers.host)) taker.upgrade(request, socket, head)
    else for (const listener of upgrades) listener.call(server, request, socket, head)
  })
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
