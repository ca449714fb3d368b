import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Duplex, PassThrough } from 'node:stream'
import type { Dispatcher } from 'undici'
import { pathOf } from '../http/request-framing.ts'
import { hasBody } from '../http/upload-deadline.ts'
import { discardBody } from './discard-body.ts'
import type { Upstream } from './upstream.ts'
import { wasReused } from './upstreams.ts'
import { visitorHeaders } from './visitor-headers.ts'

export interface Forwarding {
  upstream: Upstream
  /** The instance's host name, without a port. */
  ownHost: string
  /** Names and values in turn. */
  headers: string[]
  /** Called when the instance does not answer and nothing was sent yet. */
  onNoResponse: (error: Error) => void
  /** For a request to leave HTTP: which protocol, and what to do when the instance agrees. */
  upgrade?: { protocol: string; limitMs: number; onAgreed: (agreed: Agreed) => void }
}

export interface Agreed {
  headers: string[]
  upstream: Duplex
}

const SMALL_BYTES = 16_384
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Sends one request on and its response back, both as they come. Each message is framed anew on both sides. Only requests
 * that can be repeated share connections: an instance that ignored a body would take it for the next request, and a
 * connection that has just been closed loses what cannot be sent again.
 */
export function forwardRequest(request: IncomingMessage, response: ServerResponse, forwarding: Forwarding): void {
  const { upstream, ownHost, headers, onNoResponse, upgrade } = forwarding
  const method = request.method ?? 'GET'
  const body = hasBody(request) ? new PassThrough() : null
  const isRepeatable = body === null && !upgrade && idempotent.has(method)
  let mayRetry = isRepeatable
  let isFirst = true
  let controller: Dispatcher.DispatchController | undefined

  response.once('close', () => {
    if (!response.writableFinished) controller?.abort(new Error('The visitor left'))
  })

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (response.destroyed) return started.abort(new Error('The visitor left'))
      if (request.headers.expect !== undefined) response.writeContinue()
      if (body && request.listenerCount('data') === 0) request.pipe(body)
    },

    onRequestUpgrade(_controller, status, responseHeaders, socket) {
      controller = undefined
      upgrade?.onAgreed({ headers: visitorHeaders(responseHeaders, status, ownHost), upstream: socket })
    },

    onResponseStarted() {
      mayRetry = false
    },

    onResponseStart(_controller, status, responseHeaders) {
      // Browsers do not use early hints of HTTP/1.1, and some proxies take them for the response.
      if (status < 200) return
      // With the standard reason phrase: that of the instance may hold what no response of ours can.
      response.writeHead(status, visitorHeaders(responseHeaders, status, ownHost))
    },

    onResponseData(started, chunk) {
      // Text goes out in one piece with the headers, which is cheaper; every byte has its own letter in Latin-1.
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
