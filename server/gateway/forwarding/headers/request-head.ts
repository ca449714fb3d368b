export interface RequestHead {
  method: string
  path: string
  /** Header lines, without those of the framing and the connection. */
  headers: string
  body: number | 'chunked'
  /** `keep-alive`, `close`, or the protocol to upgrade to. */
  connection: string
}

const strictHead =
  /^[A-Z-]+ [\x21-\x7e\x80-\xff]+ HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\dA-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+$/
const withBody = new Set(['POST', 'PUT', 'PATCH'])

/** Writes the head of a request to an instance. Returns undefined where a value could end a line and begin another. */
export function requestHead({ method, path, headers, body, connection }: RequestHead): string | undefined {
  const head = `${method} ${path} HTTP/1.1\r\n${headers}${framing(method, body)}${connectionLines(connection)}`
  return strictHead.test(head) ? `${head}\r\n` : undefined
}

function framing(method: string, body: RequestHead['body']): string {
  if (body === 'chunked') return 'transfer-encoding: chunked\r\n'
  return body > 0 || withBody.has(method) ? `content-length: ${body}\r\n` : ''
}

const connectionLines = (connection: string): string =>
  connection === 'keep-alive' || connection === 'close'
    ? `connection: ${connection}\r\n`
    : `connection: upgrade\r\nupgrade: ${connection}\r\n`
