import { type IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Forwarding, forwardRequest } from './forward-request.ts'
import { type Joined, joinConnections } from './join-connections.ts'

const HALF_OPEN_MS = 2000

/** Creates a response for an upgrade request. The connection closes after the response. */
export function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  // A server's upgraded connection is a Socket; the event's type is wider.
  if (socket instanceof Socket) response.assignSocket(socket)
  response.once('finish', () => {
    socket.end()
    // Reads on for a moment: closing with unread bytes would reset the connection before the visitor has read the
    // response.
    socket.resume()
    setTimeout(() => socket.destroy(), HALF_OPEN_MS).unref()
  })
  return response
}

/**
 * Forwards an upgrade (usually to a WebSocket) and joins the two connections when the instance accepts. Calls back with
 * the joined connections.
 */
export function forwardUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  response: ServerResponse,
  forwarding: Omit<Forwarding, 'upgrade'> & { onJoined: (joined: Joined) => void },
): void {
  const protocol = request.headers.upgrade ?? ''
  const abandon = () => response.destroy()
  socket.once('close', abandon)
  forwardRequest(request, response, {
    ...forwarding,
    upgrade: {
      protocol,
      onUpgraded: ({ headers, upstream }) => {
        if (!socket.writable) return void upstream.destroy()
        response.writeHead(101, [...headers, 'connection', 'Upgrade', 'upgrade', protocol])
        response.flushHeaders()
        if (socket instanceof Socket) response.detachSocket(socket)
        // Keeps the request and its response, which are large, from living as long as the connection.
        socket.off('close', abandon)
        if (head.length > 0) upstream.write(head)
        const isWebSocket = protocol.toLowerCase() === 'websocket'
        forwarding.onJoined(joinConnections(socket, upstream, isWebSocket, forwarding.traffic))
      },
    },
  })
}
