import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http'

const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]

/** Headers without those that belong to one connection only, the ones that `Connection` names included. */
export function endToEnd(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const named = headers.connection?.split(',').map((name) => name.trim().toLowerCase()) ?? []
  const dropped = new Set([...hopByHop, ...named])
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !dropped.has(name)),
  )
}

/**
 * What the instance is told: the request as it came, and who asked. What the caller says of itself in X-Forwarded
 * headers is believed only from a proxy that the settings trust.
 */
export function forwardedHeaders(
  request: IncomingMessage,
  { protocol, trustedProxies }: { protocol: string; trustedProxies: readonly string[] },
): OutgoingHttpHeaders {
  const from = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const isTrusted = trustedProxies.includes(from)
  const before = isTrusted ? request.headers['x-forwarded-for'] : undefined
  return {
    ...endToEnd(request.headers),
    forwarded: undefined,
    'x-real-ip': undefined,
    'x-forwarded-for': before ? `${before}, ${from}` : from,
    'x-forwarded-host': request.headers.host,
    'x-forwarded-proto': (isTrusted ? request.headers['x-forwarded-proto'] : undefined) ?? protocol,
    'x-forwarded-port': undefined,
  }
}

/** A request may name a whole address; only its path is for the instance. */
export function pathOf(url: string | undefined): string {
  if (url?.startsWith('/')) return url
  try {
    const { pathname, search } = new URL(url ?? '/')
    return pathname + search
  } catch {
    return '/'
  }
}
