export type ResponseFraming = { kind: 'none' | 'chunked' | 'untilClose' } | { kind: 'length'; length: number }

export interface ResponseHead {
  status: number
  /** Alternating names in lower case and values, in the order of the response. */
  headers: string[]
  /** The value of `Connection`, if there is one. */
  connection: string | undefined
  /** How the headers frame a body; a response without a body may still have a length. */
  framing: ResponseFraming
  /** How long the instance keeps the connection open while it is idle; 0 if it closes it after this response. */
  keepAliveMs: number
}

export class MalformedResponse extends Error {
  override readonly name = 'MalformedResponse'
}

/** Everything else is malformed: line feeds alone, folded lines, control characters, spaces before a colon. */
const strictHead =
  /^HTTP\/1\.[01] [1-5]\d\d(?: [^\r\n]*)?\r\n(?:[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*$/
const DEFAULT_KEEP_ALIVE_MS = 4000
/** The connection is closed this long before the instance does it. */
const KEEP_ALIVE_MARGIN_MS = 2000
const MAX_KEEP_ALIVE_MS = 60_000
const TAB = 9
const SPACE = 32

/** Parses the head of a response, up to its last line break but one. Throws `MalformedResponse` on any deviation. */
export function parseResponseHead(text: string): ResponseHead {
  if (!strictHead.test(text)) throw new MalformedResponse('The head of the response is malformed')
  const headers: string[] = []
  let length: string | undefined
  let encoding: string | undefined
  let connection: string | undefined
  let keepAlive: string | undefined
  for (let at = text.indexOf('\n') + 1; at < text.length; ) {
    const colon = text.indexOf(':', at)
    const end = text.indexOf('\r', colon)
    const name = text.slice(at, colon).toLowerCase()
    const value = trimmed(text, colon + 1, end)
    at = end + 2
    headers.push(name, value)
    if (name === 'content-length') length = only(name, length, value)
    else if (name === 'transfer-encoding') encoding = only(name, encoding, value)
    else if (name === 'connection') connection = connection === undefined ? value : `${connection}, ${value}`
    else if (name === 'keep-alive') keepAlive = value
  }
  const isHttp11 = text.charCodeAt(7) === 49
  return {
    status: Number(text.slice(9, 12)),
    headers,
    connection,
    framing: framingOf(length, encoding, isHttp11),
    keepAliveMs: keepAliveMs(isHttp11, connection, keepAlive),
  }
}

function framingOf(length: string | undefined, encoding: string | undefined, isHttp11: boolean): ResponseFraming {
  if (encoding !== undefined) {
    if (length !== undefined || !isHttp11 || encoding.toLowerCase() !== 'chunked')
      throw new MalformedResponse('The response has an ambiguous length')
    return { kind: 'chunked' }
  }
  if (length === undefined) return { kind: 'untilClose' }
  const bytes = Number(length)
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(bytes))
    throw new MalformedResponse('The length of the response is no number')
  return { kind: 'length', length: bytes }
}

function keepAliveMs(isHttp11: boolean, connection: string | undefined, keepAlive: string | undefined): number {
  if (connection !== 'keep-alive') {
    const isKept = connection === undefined ? isHttp11 : /^keep-alive$/i.test(connection)
    if (!isKept) return 0
  }
  const seconds = keepAlive === undefined ? undefined : /timeout=(\d{1,9})/i.exec(keepAlive)?.[1]
  if (seconds === undefined) return DEFAULT_KEEP_ALIVE_MS
  return Math.max(0, Math.min(Number(seconds) * 1000 - KEEP_ALIVE_MARGIN_MS, MAX_KEEP_ALIVE_MS))
}

function only(name: string, former: string | undefined, value: string): string {
  if (former !== undefined) throw new MalformedResponse(`The response has the header ${name} twice`)
  return value
}

/** Unlike `trim`, this keeps bytes beyond ASCII. */
function trimmed(text: string, from: number, to: number): string {
  let start = from
  let end = to
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const isBlank = (code: number): boolean => code === SPACE || code === TAB
