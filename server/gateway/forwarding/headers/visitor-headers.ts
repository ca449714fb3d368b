import type { Dispatcher } from 'undici'
import { hopByHopFilter } from './hop-by-hop.ts'
import { restrictCookie } from './restrict-cookie.ts'

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

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

/** Returns the headers of an instance's response for the visitor. Alternating names and values. */
export function visitorHeaders(headers: ResponseHeaders, status: number, ownHost: string): string[] {
  const isDropped = hopByHopFilter(headers.connection)
  const isReframed = headers['transfer-encoding'] !== undefined || status === 204
  const forwarded: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || isDropped(name) || forProxies.test(name)) continue
    if (name === 'content-length' && isReframed) continue
    for (const each of typeof value === 'string' ? [value] : value) {
      const given = checked(name, each, ownHost)
      if (given !== undefined) forwarded.push(name, given)
    }
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
