import { type IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Forwarding, forwardRequest } from './forward-request.ts'

const RESPONSE_TIMEOUT_MS = 30_000
const HALF_OPEN_MS = 2000

/** A response on a connection whose request asked for an upgrade. The connection ends with it. */
export function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  // An upgraded connection of a server is a Socket; the event's type is wider.
  if (socket instanceof Socket) response.assignSocket(socket)
  response.once('finish', () => {
    socket.end()
    // Read on for a moment: closing on unread bytes would take the response away from the visitor.
    socket.resume()
    setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref()
  })
  return response
}

/** Sends an upgrade on (a WebSocket, most often) and joins the two connections when the instance agrees. */
export function forwardUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  response: ServerResponse,
  forwarding: Omit<Forwarding, 'upgrade'>,
): void {
  const protocol = request.headers.upgrade ?? ''
  socket.once('close', () => response.destroy())
  forwardRequest(request, response, {
    ...forwarding,
    upgrade: {
      protocol,
      limitMs: RESPONSE_TIMEOUT_MS,
      onAgreed: ({ headers, upstream }) => {
        upstream.on('error', () => upstream.destroy())
        if (!socket.writable) return void upstream.destroy()
        response.writeHead(101, [...headers, 'connection', 'Upgrade', 'upgrade', protocol])
        response.flushHeaders()
        if (socket instanceof Socket) response.detachSocket(socket)
        if (head.length > 0) upstream.write(head)
        join(socket, upstream)
        join(upstream, socket)
      },
    },
  })
}

/** Half of a connection is of no use to either side for long. */
function join(from: Duplex, to: Duplex): void {
  from.on('error', () => to.destroy())
  from.on('close', () => to.destroy())
  from.on('end', () => setTimeout(() => from.destroy(), HALF_OPEN_MS).unref())
  from.pipe(to)
}
