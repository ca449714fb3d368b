import { hopByHopFilter } from './hop-by-hop.ts'
import { restrictCookie } from './restrict-cookie.ts'

/**
 * Instructions to the proxy in front of Longshore, which an instance must not give. Streams may tell nginx not to
 * buffer them.
 */
const forProxies = /^(?:alt-svc$|surrogate-|x-accel-(?!buffering$)|x-lighttpd-|x-litespeed-|x-reproxy-|x-sendfile)/
/**
 * The directives that `Clear-Site-Data` may keep. `"cookies"` would clear the whole domain, including other instances
 * and the console.
 */
const ofOneOrigin = ['"cache"', '"executionContexts"', '"prefetchCache"', '"prerenderCache"', '"storage"']

/** Takes and returns alternating names and values. `connection` is the value of that header. */
export function visitorHeaders(
  headers: readonly string[],
  connection: string | undefined,
  status: number,
  ownHost: string,
): string[] {
  const isDropped = hopByHopFilter(connection)
  const forwarded: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (isDropped(name) || forProxies.test(name)) continue
    if (name === 'content-length' && status === 204) continue
    const given = checked(name, headers[at + 1] ?? '', ownHost)
    if (given !== undefined) forwarded.push(name, given)
  }
  return forwarded
}

function checked(name: string, value: string, ownHost: string): string | undefined {
  if (name === 'set-cookie') return restrictCookie(value, ownHost)
  if (name !== 'clear-site-data') return value
  const requested = value.split(',').map((directive) => directive.trim())
  const allowed = ofOneOrigin.filter((directive) => requested.includes('"*"') || requested.includes(directive))
  return allowed.length > 0 ? allowed.join(', ') : undefined
}
