import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { isHostHeader } from '../../http/listener/request-framing.ts'

const methods = new Set(METHODS)
/** Headers that HTTP/2 forbids (RFC 9113, section 8.2.2). */
const forbidden = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade', 'http2-settings']

/**
 * Gives an HTTP/2 request the headers of HTTP/1.1, with which it is forwarded. Returns false for one that two programs
 * could understand differently. nghttp2 has dropped fields with line breaks, and rejected bodies of another length, before.
 */
export function asHttp1Request(request: Http2ServerRequest): boolean {
  const { headers: given, method, url } = request
  const authority = given[':authority'] ?? given.host
  if (typeof authority !== 'string' || !isHostHeader(authority)) return false
  if (given.host !== undefined && given.host.toLowerCase() !== authority.toLowerCase()) return false
  if (!methods.has(method) || method === 'CONNECT') return false
  if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS')) return false
  if (forbidden.some((name) => given[name] !== undefined)) return false
  const length = given['content-length']
  if (length !== undefined && !/^\d{1,15}$/.test(length)) return false

  const headers: Record<string, string> = { host: authority }
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith(':') || name === 'host' || name === 'expect' || value === undefined) continue
    headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  // HTTP/1.1 has to say how a body ends.
  if (length === undefined && !request.stream.endAfterHeaders) headers['transfer-encoding'] = 'chunked'
  Object.defineProperty(request, 'headers', { value: headers })
  Object.defineProperty(request, 'rawHeaders', { value: Object.entries(headers).flat() })
  return true
}

/** The compatibility API has what the handlers of HTTP/1.1 use. */
export const http1View = (request: Http2ServerRequest, response: Http2ServerResponse) =>
  [request as unknown as IncomingMessage, response as unknown as ServerResponse] as const
