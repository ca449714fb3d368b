/** Hop-by-hop headers (RFC 9110, section 7.6.1), and headers that the gateway writes itself. */
const hopByHop = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Headers that a `Connection` header cannot remove: framing, routing, credentials, and the client's data added by
 * proxies.
 */
const kept =
  /^(?:host|content-length|content-type|content-encoding|cookie|set-cookie|authorization|origin|forwarded|x-real-ip|x-forwarded-.*|sec-.*)$/

const isHopByHop = (name: string): boolean => hopByHop.has(name)

/** Returns a filter for the headers that must not be forwarded, given the `Connection` header. */
export function hopByHopFilter(connection: string | undefined): (name: string) => boolean {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return isHopByHop
  const nominated = new Set(
    connection
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !kept.test(name)),
  )
  return (name) => hopByHop.has(name) || nominated.has(name)
}
