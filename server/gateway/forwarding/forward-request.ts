import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, PassThrough } from 'node:stream'
import type { Dispatcher } from 'undici'
import { pathOf } from '../../http/listener/request-framing.ts'
import { hasBody } from '../../http/listener/upload-deadline.ts'
import { discardBody } from './discard-body.ts'
import { visitorHeaders } from './headers/visitor-headers.ts'
import type { Upstream } from './upstream.ts'
import { wasReused } from './upstreams.ts'

export interface Forwarding {
  upstream: Upstream
  /** The instance's host name, without port. */
  ownHost: string
  /** Alternating names and values. */
  headers: string[]
  /** Called when the instance does not respond and nothing was sent to the visitor yet. */
  onNoResponse: (error: Error) => void
  /** For an upgrade request: the protocol, and a callback for when the instance accepts it. */
  upgrade?: { protocol: string; limitMs: number; onUpgraded: (upgraded: Upgraded) => void }
}

export interface Upgraded {
  headers: string[]
  upstream: Duplex
}

const SMALL_BYTES = 16_384
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Forwards a request and streams its response back. Messages are re-framed in both directions. Only repeatable requests
 * share connections: an instance that ignores a body would parse it as the next request, and a request on a connection
 * that was just closed is lost unless it can be sent again.
 */
export function forwardRequest(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { upstream, ownHost, headers, onNoResponse, upgrade } = forwarding
  const method = request.method ?? 'GET'
  const body = hasBody(request) ? new PassThrough() : null
  const isRepeatable = body === null && !upgrade && idempotent.has(method)
  let mayRetry = isRepeatable
  let isFirst = true
  let wholeLength = Number.NaN
  let controller: Dispatcher.DispatchController | undefined

  response.once('close', () => {
    if (!response.writableFinished) controller?.abort(new Error('The client disconnected'))
  })

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (response.destroyed) return started.abort(new Error('The client disconnected'))
      if (request.headers.expect !== undefined) response.writeContinue()
      if (body && request.listenerCount('data') === 0) request.pipe(body)
    },

    onRequestUpgrade(_controller, status, responseHeaders, socket) {
      controller = undefined
      upgrade?.onUpgraded({ headers: visitorHeaders(responseHeaders, status, ownHost), upstream: socket })
    },

    onResponseStarted() {
      mayRetry = false
    },

    onResponseStart(_controller, status, responseHeaders) {
      // Browsers ignore early hints over HTTP/1.1, and some proxies mistake them for the response.
      if (status < 200) return
      // Uses the standard reason phrase: the instance's phrase may contain characters that Node rejects.
      response.writeHead(status, visitorHeaders(responseHeaders, status, ownHost))
      // A broken length is no number, or not reached.
      wholeLength = Number(responseHeaders['content-length'])
    },

    onResponseData(started, chunk) {
      // A string is sent together with the headers in one write, which is cheaper. Latin-1 maps every byte to one
      // character.
      if (isFirst && chunk.length === wholeLength && chunk.length < SMALL_BYTES) {
        response.end(chunk.toString('latin1'), 'latin1')
        return
      }
      const isFlowing =
        isFirst && chunk.length < SMALL_BYTES
          ? response.write(chunk.toString('latin1'), 'latin1')
          : response.write(chunk)
      isFirst = false
      if (isFlowing) return
      started.pause()
      response.once('drain', () => started.resume())
    },

    onResponseEnd() {
      response.end()
      if (!request.complete) discardBody(request, response)
    },

    onResponseError(_controller, error) {
      if (response.destroyed) return
      if (response.headersSent) return void response.destroy()
      if (mayRetry && wasReused(error)) {
        mayRetry = false
        send({ reset: true })
      } else {
        onNoResponse(error)
      }
    },
  }

  function send(connection: Pick<Dispatcher.DispatchOptions, 'reset'>): void {
    upstream.dispatch(
      {
        method,
        path: pathOf(request),
        headers,
        body,
        ...connection,
        ...(upgrade ? { upgrade: upgrade.protocol, headersTimeout: upgrade.limitMs } : {}),
      },
      handler,
    )
  }

  send({ reset: !isRepeatable })
}
