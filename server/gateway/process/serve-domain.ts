import type { IncomingMessage, ServerResponse } from 'node:http'
import { pathOf } from '../../http/listener/request-framing.ts'
import { discardBody } from '../forwarding/discard-body.ts'
import { misdirected } from '../pages/error-pages.ts'
import { sendPage } from '../pages/page.ts'
import { hostNameOf } from '../routes/host-name.ts'
import type { RouteDomain } from '../routes/route.ts'

export interface DomainServing {
  /** Null without a listener for HTTPS. */
  httpsPort: number | null
  isTrusted: (address: string) => boolean
}

const CHALLENGES = '/.well-known/acme-challenge/'

/** Whether a request is one of a certificate authority for the platform. */
export const isChallenge = (request: IncomingMessage, domain: RouteDomain): boolean =>
  domain.servesChallenges && request.url?.startsWith(CHALLENGES) === true

/** What a TLS connection says of itself; a connection of HTTP/2 stands for its socket. */
interface Secured {
  encrypted?: boolean
  servername?: string | false
}

export const isOverTls = (request: IncomingMessage): boolean => (request.socket as Secured).encrypted === true

/** Whether a request names another host than the connection that its certificate is for. */
export const isMisdirected = (request: IncomingMessage): boolean =>
  isOverTls(request) && (request.socket as Secured).servername !== hostNameOf(request.headers.host)

/** Responds without the instance where that is right, and returns whether it did. */
export function respondForDomain(
  request: IncomingMessage,
  response: ServerResponse,
  domain: RouteDomain,
  serving: DomainServing,
): boolean {
  if (isMisdirected(request)) {
    sendPage(request, response, misdirected)
    return true
  }
  if (isOverTls(request) && domain.hstsSeconds > 0)
    response.setHeader('strict-transport-security', `max-age=${domain.hstsSeconds}`)
  const { httpsPort } = serving
  if (httpsPort === null || !domain.redirects || isSecured(request, serving)) return false
  const port = httpsPort === 443 ? '' : `:${httpsPort}`
  const location = `https://${hostNameOf(request.headers.host)}${port}${pathOf(request)}`
  response.writeHead(308, { location, 'content-length': 0 })
  response.end()
  if (!request.complete) discardBody(request, response)
  return true
}

/** Over TLS, here or at a trusted proxy in front. */
function isSecured(request: IncomingMessage, { isTrusted }: DomainServing): boolean {
  if (isOverTls(request)) return true
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isTrusted(peer) && request.headers['x-forwarded-proto'] === 'https'
}
