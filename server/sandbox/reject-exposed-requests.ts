import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { sendPage } from '../gateway/pages/page.ts'
import { type Exposure, exposureOf } from './loopback.ts'

const reasons: Record<Exposure, string> = {
  otherMachine: 'This request came from another machine.',
  forwarded: 'This request came through a proxy.',
  otherHost: 'This request was sent to a name or address that does not belong to this machine.',
}
const REMEDY =
  'Sandbox mode has no passwords, so it serves only this machine. Open it at http://localhost, or set LONGSHORE_MODE=production to serve others.'

/**
 * Rejects every request that is not from this machine before any listener sees it. Wraps `emit`, because listeners are
 * added, moved and wrapped while the server starts.
 */
export const rejectExposedRequests = (server: Server): void => {
  const emit = server.emit.bind(server)
  const guarded = (event: string, ...args: unknown[]): boolean => {
    const [request, to] = args as [IncomingMessage, unknown]
    const isHttp = event === 'request' || event === 'checkContinue' || event === 'checkExpectation'
    if (!isHttp && event !== 'upgrade') return emit(event, ...args)
    const exposure = exposureOf(request)
    if (exposure === null) return emit(event, ...args)
    // Node passes a response with a request, and a socket with an upgrade.
    if (to instanceof ServerResponse) rejectRequest(request, to, exposure)
    else rejectUpgrade(to as Duplex, exposure)
    return true
  }
  // One signature covers all overloads of `emit`.
  server.emit = guarded as typeof server.emit
}

const rejectRequest = (request: IncomingMessage, response: ServerResponse, exposure: Exposure): void => {
  response.setHeader('connection', 'close')
  sendPage(request, response, {
    code: 'sandboxOnly',
    status: 403,
    title: 'This sandbox serves only its own machine',
    message: `${reasons[exposure]} ${REMEDY}`,
  })
}

const rejectUpgrade = (socket: Duplex, exposure: Exposure): void => {
  const body = `${reasons[exposure]} ${REMEDY}\n`
  socket.on('error', () => socket.destroy())
  socket.end(
    `HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
