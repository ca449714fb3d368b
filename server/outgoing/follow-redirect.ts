import { OutgoingFailure } from './outgoing-failure.ts'
import type { OutgoingRequest, OutgoingResponse } from './outgoing-request.ts'
import { outgoingUrl } from './outgoing-url.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** With these the method and the body stay. */
const KEEPING = new Set([307, 308])

/** The part of a request that differs after a redirect. */
export interface Step {
  url: URL
  method: NonNullable<OutgoingRequest['method']>
  body: OutgoingRequest['body']
}

/** Returns the next step; undefined when a response is no redirect. Rejects one from https to http. */
export function followRedirect(response: OutgoingResponse, { url, method, body }: Step): Step | undefined {
  const { location } = response.headers
  if (!REDIRECTS.has(response.status) || typeof location !== 'string') return undefined
  const next = outgoingUrl(location, url)
  if (url.protocol === 'https:' && next.protocol !== 'https:')
    throw new OutgoingFailure('rejected', `The server redirects from https to ${next.origin}, which is not encrypted.`)
  const isRead = method === 'GET' || method === 'HEAD'
  return KEEPING.has(response.status) || isRead
    ? { url: next, method, body }
    : { url: next, method: 'GET', body: undefined }
}
