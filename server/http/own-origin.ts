import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../sandbox/loopback.ts'

type Public = Pick<Config, 'publicUrl'>

/**
 * Returns whether an Origin header names a page of the console: the public URL, or the requested host with the same
 * protocol. Plain HTTP is accepted for loopback names only.
 */
export const isOwnOrigin = ({ publicUrl }: Public, { origin, host }: IncomingHttpHeaders): boolean => {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  return (
    host !== undefined && origin === `${own.protocol}//${host}` && (own.protocol === 'https:' || isLoopbackHost(host))
  )
}

/**
 * Returns whether cookies may be used: the browser must state that the console's own page sent this request. Every
 * browser states the origin of requests that can carry our cookies and change something. A request without such headers
 * comes from a program, which must have an access token: no other site's page can send one.
 */
export const mayUseCookies = (config: Public, headers: IncomingHttpHeaders, hasToken: boolean): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return hasToken
  return (site === undefined || site === 'same-origin') && (origin === undefined || isOwnOrigin(config, headers))
}

/** Returns whether the browser states that a page of another origin sent this request. */
export const isFromForeignPage = (config: Public, headers: IncomingHttpHeaders): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && !isOwnOrigin(config, headers)
}
