const hopByHop = new Set(['connection', 'expect', 'keep-alive', 'proxy-connection', 'te', 'trailer'])
const withBody = new Set(['POST', 'PUT', 'PATCH'])

/** Returns the headers of a request or response as received, without those of the connection. */
export function endToEnd(rawHeaders: readonly string[], dropped: ReadonlySet<string> = hopByHop): string[] {
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (!dropped.has(name.toLowerCase())) kept.push(name, rawHeaders[at + 1] ?? '')
  }
  return kept
}

const ofRequest = new Set([...hopByHop, 'upgrade', 'http2-settings'])
const ofResponse = new Set([...hopByHop, 'transfer-encoding'])

/** Changes nothing else: the control plane reads the headers of proxies in front itself. */
export function consoleRequestHeaders(rawHeaders: readonly string[], method: string, hasBody: boolean): string[] {
  const headers = endToEnd(rawHeaders, ofRequest)
  if (!hasBody && withBody.has(method) && !headers.some((name, at) => at % 2 === 0 && /^content-length$/i.test(name)))
    headers.push('content-length', '0')
  return headers
}

export const upgradeRequestHeaders = (rawHeaders: readonly string[]): string[] => [
  ...endToEnd(rawHeaders),
  'connection',
  'Upgrade',
]

export const consoleResponseHeaders = (rawHeaders: readonly string[]): string[] => endToEnd(rawHeaders, ofResponse)
