import { type IncomingMessage, type OutgoingHttpHeaders, request as requestFrom, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { dataHeaders } from '../../http/listener/data-headers.ts'
import type { GuardedHandlers } from '../../http/listener/guard-requests.ts'
import { hasBody } from '../../http/listener/upload-deadline.ts'
import { discardBody } from '../forwarding/discard-body.ts'
import { responseOn } from '../forwarding/forward-upgrade.ts'
import { joinConnections } from '../forwarding/join-connections.ts'
import { consoleAway } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import { createConsoleAgents } from './console-agents.ts'
import { consoleRequestHeaders, consoleResponseHeaders, endToEnd, upgradeRequestHeaders } from './console-headers.ts'

export interface ConsoleServerOptions {
  /** The control plane's Unix socket. */
  socketPath: string
  publicUrl: string
}

const ofPrograms = /^\/(?:api|socket\.io)(?:[/?]|$)/
const repeatable = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Forwards requests for the console and the API to the control plane, or answers while it is away. */
export function createConsoleServer({ socketPath, publicUrl }: ConsoleServerOptions): GuardedHandlers {
  const agentOf = createConsoleAgents(socketPath)
  const ownHeaders = { ...dataHeaders({ publicUrl }), 'content-type': 'application/json; charset=utf-8' }

  function sendAway(request: IncomingMessage, response: ServerResponse): void {
    if (ofPrograms.test(request.url ?? '')) sendUnavailable(request, response, ownHeaders)
    else sendPage(request, response, consoleAway)
  }

  function onError(request: IncomingMessage, response: ServerResponse, wasConnected: boolean): void {
    if (response.destroyed) return
    // A request that may have changed something has no outcome: the client must not take it for rejected.
    const isLost = wasConnected && !repeatable.has(request.method ?? '')
    if (response.headersSent || isLost) response.destroy()
    else sendAway(request, response)
  }

  function forward(request: IncomingMessage, response: ServerResponse, headers: string[]) {
    let wasConnected = false
    const onward = requestFrom({
      agent: agentOf(request.socket),
      method: request.method,
      path: request.url,
      headers,
    })
    onward.on('socket', (socket) => {
      if (!socket.connecting) wasConnected = true
      else socket.once('connect', () => (wasConnected = true))
    })
    onward.on('error', () => onError(request, response, wasConnected))
    onward.on('response', (received) => {
      sendHead(received, response)
      received.on('error', () => response.destroy())
      received.pipe(response)
      response.once('finish', () => {
        if (!request.complete) discardBody(request, response)
      })
    })
    response.once('close', () => onward.destroy())
    return onward
  }

  return {
    request(request, response) {
      if (request.headers.expect !== undefined) response.writeContinue()
      const isWithBody = hasBody(request)
      const onward = forward(
        request,
        response,
        consoleRequestHeaders(request.rawHeaders, request.method ?? 'GET', isWithBody),
      )
      if (isWithBody) request.pipe(onward)
      else onward.end()
    },

    upgrade(request, socket, head) {
      const response = responseOn(request, socket)
      socket.on('error', () => socket.destroy())
      const abandon = () => response.destroy()
      socket.once('close', abandon)
      const onward = forward(request, response, upgradeRequestHeaders(request.rawHeaders))
      onward.on('upgrade', (accepted, upstream, first) => {
        if (!socket.writable) return void upstream.destroy()
        response.writeHead(101, accepted.statusMessage, [...endToEnd(accepted.rawHeaders), 'connection', 'Upgrade'])
        response.flushHeaders()
        if (socket instanceof Socket) response.detachSocket(socket)
        socket.off('close', abandon)
        if (head.length > 0) upstream.write(head)
        if (first.length > 0) socket.write(first)
        joinConnections(socket, upstream, true)
      })
      onward.end()
    },
  }
}

function sendHead(received: IncomingMessage, response: ServerResponse): void {
  if (received.headers.connection === 'close') response.shouldKeepAlive = false
  response.writeHead(received.statusCode ?? 502, received.statusMessage, consoleResponseHeaders(received.rawHeaders))
  // The first event of a stream may come much later.
  response.flushHeaders()
}

function sendUnavailable(request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders): void {
  const body = JSON.stringify({ error: 'unavailable', message: 'Longshore is restarting. Try again in a moment.' })
  response.writeHead(503, { ...headers, 'retry-after': '1', 'content-length': Buffer.byteLength(body) })
  response.end(request.method === 'HEAD' ? undefined : body)
  if (!request.complete) discardBody(request, response)
}
