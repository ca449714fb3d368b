import type { IncomingMessage } from 'node:http'
import { isOwnCookie } from '../../../session/cookies.ts'
import { hopByHopFilter } from './hop-by-hop.ts'

export interface ForwardingOptions {
  /** Returns the URL scheme that a visitor used on this connection. */
  protocolOf: (request: IncomingMessage) => string
  /** Returns whether a peer is a proxy whose X-Forwarded headers are trusted. */
  isTrusted: (address: string) => boolean
}

const written = new Set([
  'content-length',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
])
/** Many programs treat `x_forwarded_for` as `x-forwarded-for`. */
const imitations = /^(?:x-forwarded-.*|x-real-ip|forwarded|host|content-length|transfer-encoding|connection|upgrade)$/

/**
 * Returns the header lines for an instance: the visitor's end-to-end headers, and the X-Forwarded headers. The length of
 * a body is not among them.
 */
export function instanceHeaders(request: IncomingMessage, { protocolOf, isTrusted }: ForwardingOptions): string {
  const { headers } = request
  const isDropped = hopByHopFilter(headers.connection)
  let lines = ''
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || written.has(name) || isDropped(name)) continue
    if (name.includes('_') && imitations.test(name.replaceAll('_', '-'))) continue
    const given = name === 'cookie' ? withoutConsoleCookies(String(value)) : String(value)
    if (given !== undefined) lines += `${name}: ${given}\r\n`
  }
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const believed = isTrusted(peer)
  const before = believed ? headers['x-forwarded-for'] : undefined
  const scheme = believed ? headers['x-forwarded-proto'] : undefined
  lines += `x-forwarded-for: ${before ? `${before}, ${peer}` : peer}\r\n`
  lines += `x-forwarded-host: ${headers.host ?? ''}\r\n`
  return `${lines}x-forwarded-proto: ${scheme ?? protocolOf(request)}\r\n`
}

function withoutConsoleCookies(header: string): string | undefined {
  if (!header.toLowerCase().includes('longshore_')) return header
  const left = header.split(';').filter((cookie) => !isOwnCookie(cookie.split('=', 1)[0]?.trim() ?? ''))
  return left.length > 0 ? left.join(';').trim() : undefined
}
