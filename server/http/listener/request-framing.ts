import type { IncomingMessage } from 'node:http'

const absoluteForm = /^https?:\/\/([^/?#@\\]*)(?=[/?]|$)/i
const hostCharacters = /^[\w.:[\]~%-]*$/

/** Whether a host header contains only characters of a host. */
export const isHostHeader = (host: string): boolean => hostCharacters.test(host)

/**
 * Returns true if two programs could disagree on where this request ends or for which host it is. Node's strict parser
 * has rejected most such requests; this detects the rest. They are answered with 400 and the connection is closed.
 */
export function isAmbiguous(request: IncomingMessage): boolean {
  const { rawHeaders, headers, httpVersion } = request
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return true
  let hosts = 0
  let lengths = 0
  let encodings = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
    else if (name.length === 14 && name.toLowerCase() === 'content-length') lengths += 1
    else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') encodings += 1
  }
  if (hosts > 1 || lengths + encodings > 1) return true
  if (!isHostHeader(headers.host ?? '')) return true
  if (lengths === 1 && !isLength(headers['content-length'] ?? '')) return true
  if (encodings === 1 && (httpVersion !== '1.1' || headers['transfer-encoding']?.toLowerCase() !== 'chunked')) {
    return true
  }
  if (lengths + encodings > 0 && headers.upgrade !== undefined && !isHttp2Upgrade(headers.upgrade)) return true
  return !targetAgrees(request)
}

/**
 * Returns whether to accept an upgrade. A request to upgrade to HTTP/2 is answered in HTTP/1.1, as curl and Java
 * expect.
 */
export const acceptsUpgrade = ({ headers }: IncomingMessage): boolean =>
  !isHttp2Upgrade(headers.upgrade ?? '') &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/** Returns the path and query of a request whose target may be an absolute URL. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return url
  const rest = url.replace(absoluteForm, '')
  return rest.startsWith('/') ? rest : rest.startsWith('?') ? `/${rest}` : '/'
}

const isHttp2Upgrade = (upgrade: string): boolean => /(?:^|,)\s*h2c?\s*(?:,|$)/i.test(upgrade)

const isLength = (value: string): boolean => /^\d+$/.test(value) && Number.isSafeInteger(Number(value))

/** The host of an absolute URL and the Host header must match, because different programs trust different ones. */
function targetAgrees({ url = '', method, headers }: IncomingMessage): boolean {
  if (url.startsWith('/')) return true
  if (url === '*') return method === 'OPTIONS'
  const authority = absoluteForm.exec(url)?.[1]
  return authority !== undefined && authority.toLowerCase() === headers.host?.toLowerCase()
}
