import type { Http2ServerResponse } from 'node:http2'

/**
 * Lets a response take its headers as those of HTTP/1.1 do: as alternating names and values, with several of one name,
 * and after a reason phrase, which HTTP/2 does not have. Headers that cannot be sent reset the stream. So does the end of
 * an incomplete response, which the client would take for complete if it was no error.
 */
export function asHttp1Response(response: Http2ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  const write = (status: number, ...given: unknown[]) => {
    const headers = given.at(-1)
    try {
      return writeHead(status, Array.isArray(headers) ? grouped(headers) : isHeaders(headers) ? headers : undefined)
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined)
      return response
    }
  }
  // One signature covers all overloads of `writeHead`.
  response.writeHead = write as typeof response.writeHead

  const destroy = response.destroy.bind(response)
  response.destroy = (error) =>
    destroy(error ?? (response.writableFinished ? undefined : new Error('The response is incomplete')))

  // Node emits no 'close' for an abandoned HEAD request.
  const { stream } = response
  let isClosed = false
  response.once('close', () => {
    isClosed = true
  })
  stream.once('close', () => {
    if (!isClosed) response.emit('close')
  })
}

const isHeaders = (given: unknown): given is Record<string, string> => typeof given === 'object' && given !== null

function grouped(raw: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.create(null)
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase()
    const value = raw[at + 1] ?? ''
    const known = headers[name]
    headers[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value]
  }
  return headers
}
