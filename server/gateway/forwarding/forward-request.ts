import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { pathOf } from '../../http/listener/request-framing.ts'
import { hasBody } from '../../http/listener/upload-deadline.ts'
import { malformedRequest } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import { countResponse, type TargetTraffic } from '../traffic/traffic.ts'
import { discardBody } from './discard-body.ts'
import { requestHead } from './headers/request-head.ts'
import { visitorHeaders } from './headers/visitor-headers.ts'
import type { ResponseHead } from './upstream/response-head.ts'
import type { SentRequest, Upstream } from './upstream/upstream.ts'
import type { ExchangeHandler, UpstreamConnection } from './upstream/upstream-connection.ts'
import type { UpstreamError } from './upstream/upstream-error.ts'

export interface Forwarding {
  upstream: Upstream
  /** The instance's host name, without port. */
  ownHost: string
  /** Header lines. */
  headers: string
  /** Counts what the target serves. */
  traffic: TargetTraffic
  /** When the request arrived, by the monotonic clock. */
  startedAtMs: number
  /** Called when the instance does not respond and nothing was sent to the visitor yet. */
  onNoResponse: (error: UpstreamError) => void
  /** Called when the response has ended or the visitor has disconnected. */
  onClose: () => void
  /** For an upgrade request: the protocol, and a callback for when the instance accepts it. */
  upgrade?: { protocol: string; onUpgraded: (upgraded: Upgraded) => void }
}

export interface Upgraded {
  headers: string[]
  upstream: Duplex
}

const SMALL_BYTES = 16_384
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether a request may be sent twice: it changes nothing, and its body is not used up. */
export const isRepeatable = (request: IncomingMessage): boolean =>
  idempotent.has(request.method ?? '') && !hasBody(request)

/**
 * Forwards a request and streams its response back. Messages are re-framed in both directions. Only repeatable requests
 * share connections: an instance that ignores a body would parse it as the next request, and a request on a connection
 * that was just closed is lost unless it can be sent again.
 */
export function forwardRequest(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { upstream, ownHost, headers, traffic, startedAtMs, onNoResponse, onClose, upgrade } = forwarding
  const isShared = !upgrade && isRepeatable(request)
  const length = request.headers['content-length']
  const isChunked = request.headers['transfer-encoding'] !== undefined
  let connection: UpstreamConnection | undefined
  let isFirst = true
  let wholeLength = -1
  let hasResponded = false

  const method = request.method ?? 'GET'
  const head = requestHead({
    method,
    path: pathOf(request),
    headers,
    body: isChunked ? 'chunked' : Number(length ?? 0),
    connection: upgrade ? upgrade.protocol : isShared ? 'keep-alive' : 'close',
  })
  if (head === undefined) return void sendPage(request, response, malformedRequest)
  const sent: SentRequest = {
    method,
    head,
    body: hasBody(request) ? request : null,
    isChunked,
    connection: upgrade ? 'upgraded' : isShared ? 'shared' : 'own',
    onBodyBytes: (count) => {
      traffic.bytesIn += count
    },
  }

  const handler: ExchangeHandler = {
    onSent() {
      if (request.headers.expect !== undefined) response.writeContinue()
    },

    onHead({ status, headers: received, connection: nominated, framing }: ResponseHead) {
      hasResponded = true
      countResponse(traffic, status, performance.now() - startedAtMs)
      // Uses the standard reason phrase: the instance's phrase may contain characters that Node rejects.
      response.writeHead(status, visitorHeaders(received, nominated, status, ownHost))
      if (framing.kind === 'length') wholeLength = framing.length
    },

    onData(bytes) {
      traffic.bytesOut += bytes.length
      // A string is sent together with the headers in one write, which is cheaper. Latin-1 maps every byte to one
      // character.
      if (isFirst && bytes.length === wholeLength && bytes.length < SMALL_BYTES)
        return void response.end(bytes.toString('latin1'), 'latin1')
      const isFlowing =
        isFirst && bytes.length < SMALL_BYTES
          ? response.write(bytes.toString('latin1'), 'latin1')
          : response.write(Buffer.from(bytes))
      isFirst = false
      if (isFlowing || !connection) return
      connection.pause()
      response.once('drain', () => connection?.resume())
    },

    onEnd() {
      connection = undefined
      response.end()
      if (!request.complete) discardBody(request, response)
    },

    onError(error) {
      connection = undefined
      if (response.destroyed) return
      if (response.headersSent) return void response.destroy()
      if (isShared && error.wasReused && error.isEmpty) return send({ ...sent, isOnNewConnection: true })
      response.off('close', onResponseClose)
      onNoResponse(error)
    },
  }
  if (upgrade) {
    handler.onUpgrade = ({ status, headers: received, connection: nominated }, socket) => {
      connection = undefined
      hasResponded = true
      countResponse(traffic, status, performance.now() - startedAtMs)
      upgrade.onUpgraded({ headers: visitorHeaders(received, nominated, status, ownHost), upstream: socket })
    }
  }

  function send(each: SentRequest): void {
    connection = upstream.send(each, handler)
  }

  const onResponseClose = () => {
    if (!hasResponded) traffic.abandoned += 1
    connection?.destroy()
    onClose()
  }
  response.once('close', onResponseClose)
  send(sent)
}
