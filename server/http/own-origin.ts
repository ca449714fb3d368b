import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../sandbox/loopback.ts'

type Public = Pick<Config, 'publicUrl'>

/**
 * Whether an Origin header names a page of the console: the public address, or the host that was asked, by the same
 * protocol. Plain HTTP counts on loopback names only.
 */
export const isOwnOrigin = ({ publicUrl }: Public, { origin, host }: IncomingHttpHeaders): boolean => {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  return (
    host !== undefined && origin === `${own.protocol}//${host}` && (own.protocol === 'https:' || isLoopbackHost(host))
  )
}

/**
 * Whether a cookie may be acted on: a browser says that one of our own pages sent this request. Every browser says so of a
 * request that can carry our cookies and change something. What says nothing is a program, which must have shown an access
 * token: no page elsewhere can send one.
 */
export const mayUseCookies = (config: Public, headers: IncomingHttpHeaders, hasToken: boolean): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return hasToken
  return (site === undefined || site === 'same-origin') && (origin === undefined || isOwnOrigin(config, headers))
}

/** Whether a browser says that a page of another origin sent this request. */
export const isFromForeignPage = (config: Public, headers: IncomingHttpHeaders): boolean => {
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && !isOwnOrigin(config, headers)
}
