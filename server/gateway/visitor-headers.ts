import type { Dispatcher } from 'undici'
import { hopByHopFilter } from './hop-by-hop.ts'
import { narrowedCookie } from './narrowed-cookie.ts'

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/** Orders to the proxy in front of us, which are not an instance's to give. Streams may ask nginx not to buffer them. */
const forProxies = /^(?:alt-svc$|surrogate-|x-accel-(?!buffering$)|x-lighttpd-|x-litespeed-|x-reproxy-|x-sendfile)/
/** What `Clear-Site-Data` may clear. Cookies would be those of the whole domain, other instances and the console included. */
const ofOneOrigin = ['"cache"', '"executionContexts"', '"prefetchCache"', '"prerenderCache"', '"storage"']

/** The headers that a visitor gets of an instance's response. Names and values in turn. */
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
  if (name === 'set-cookie') return narrowedCookie(value, ownHost)
  if (name !== 'clear-site-data') return value
  const requested = value.split(',').map((directive) => directive.trim())
  const allowed = ofOneOrigin.filter((directive) => requested.includes('"*"') || requested.includes(directive))
  return allowed.length > 0 ? allowed.join(', ') : undefined
}
