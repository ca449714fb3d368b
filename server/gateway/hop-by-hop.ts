/** Headers of one connection (RFC 9110, section 7.6.1), and those that we write ourselves. */
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

/** What a `Connection` header cannot remove: framing, routing, credentials, and what proxies say about the client. */
const kept =
  /^(?:host|content-length|content-type|content-encoding|cookie|set-cookie|authorization|origin|forwarded|x-real-ip|x-forwarded-.*|sec-.*)$/

/** Decides which headers end at this connection, given its `Connection` header. */
export function hopByHopFilter(connection: string | string[] | undefined): (name: string) => boolean {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') {
    return (name) => hopByHop.has(name)
  }
  const nominated = new Set(
    String(connection)
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !kept.test(name)),
  )
  return (name) => hopByHop.has(name) || nominated.has(name)
}
