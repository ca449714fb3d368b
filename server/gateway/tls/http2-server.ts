import { createServer, type Http2Server } from 'node:http2'
import type { GuardedHandlers } from '../../http/listener/guard-requests.ts'
import { hasBody, limitSlowUpload } from '../../http/listener/upload-deadline.ts'
import { malformedRequest } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import { asHttp1Request, http1View } from './http2-requests.ts'
import { asHttp1Response } from './http2-responses.ts'
import { endIdleSessions } from './idle-sessions.ts'

const MAX_STREAMS = 100
const MAX_HEADER_BYTES = 32_768
const IDLE_MS = 120_000
/** In megabytes. */
const MAX_SESSION_MEMORY = 10

/**
 * Serves HTTP/2 on connections that are given to it. Upgrades do not exist here: browsers open WebSockets on a connection
 * of HTTP/1.1.
 */
export function createHttp2Server(serve: GuardedHandlers['request'], idleMs = IDLE_MS): Http2Server {
  const server = createServer({
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES, enableConnectProtocol: false },
    maxSessionMemory: MAX_SESSION_MEMORY,
    maxHeaderListPairs: 128,
    // An instance may repeat a header such as Location: it is passed on as in HTTP/1.1.
    strictSingleValueFields: false,
  })
  server.on('request', (request, response) => {
    asHttp1Response(response)
    const isClear = asHttp1Request(request)
    const [visitorRequest, visitorResponse] = http1View(request, response)
    if (!isClear) return void sendPage(visitorRequest, visitorResponse, malformedRequest)
    if (hasBody(visitorRequest)) limitSlowUpload(visitorRequest)
    serve(visitorRequest, visitorResponse)
  })
  server.on('sessionError', () => undefined)
  endIdleSessions(server, idleMs)
  return server
}
