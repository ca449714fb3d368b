import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  Server,
  ServerOptions,
  ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { acceptsUpgrade, isAmbiguous } from './request-framing.ts'
import { hasBody, limitSlowUpload } from './upload-deadline.ts'

/** Options of both listeners: the public one of the gateway, and the one of the control plane behind it. */
export const strictOptions: ServerOptions = {
  maxHeaderSize: 32_768,
  headersTimeout: 20_000,
  connectionsCheckingInterval: 5000,
  // limitSlowUpload() checks bodies: a limit on the whole request would cut off uploads that are still flowing.
  requestTimeout: 0,
  insecureHTTPParser: false,
  requireHostHeader: true,
  shouldUpgradeCallback: acceptsUpgrade,
}

export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export interface GuardedHandlers {
  /** Must send 100 Continue itself if the client waits for it. */
  request: RequestListener
  upgrade: UpgradeListener
}

/** Serves only requests whose end and host are beyond doubt, and closes connections whose body arrives too slowly. */
export function guardRequests(server: Server, headers: OutgoingHttpHeaders, handlers: GuardedHandlers): void {
  const serve: RequestListener = (request, response) => {
    if (rejectAmbiguous(request, response, headers)) return
    if (hasBody(request)) limitSlowUpload(request)
    handlers.request(request, response)
  }
  server.on('request', serve)
  server.on('checkContinue', serve)
  server.on('connect', (_request, socket) => rejectSocket(socket))
  server.on('upgrade', (request, socket, head) => {
    if (isAmbiguous(request)) rejectSocket(socket)
    else handlers.upgrade(request, socket, head)
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

function rejectAmbiguous(request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders): boolean {
  if (closing.has(request.socket)) return true
  if (!isAmbiguous(request)) return false
  closing.add(request.socket)
  response.writeHead(400, headers)
  response.end(JSON.stringify({ error: 'malformed', message: 'The request has an ambiguous length or host.' }))
  return true
}
