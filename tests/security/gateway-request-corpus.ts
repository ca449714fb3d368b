/**
 * Bytes that a visitor may send; `{host}` is replaced by an instance's host. None of them may become a request for
 * `/smuggled`.
 */
export interface RequestCase {
  name: string
  bytes: string
  /**
   * What the gateway does without a proxy in front: `rejected` with a 4xx status and a closed connection, `answered` by
   * the instance, `waits` for more bytes, or `either` where both are correct.
   */
  outcome: 'rejected' | 'answered' | 'waits' | 'either'
}

type Outcome = RequestCase['outcome']

const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: {host}\r\nX-Attack: 1\r\n\r\n'
const host = 'Host: {host}'

const message = (first: string, headers: readonly string[], body = ''): string =>
  `${first}\r\n${[host, ...headers].map((line) => `${line}\r\n`).join('')}\r\n${body}`
const one = (name: string, outcome: Outcome, method: string, headers: readonly string[], body = ''): RequestCase => ({
  name,
  outcome,
  bytes: message(`${method} /attack HTTP/1.1`, headers, body),
})
const raw = (name: string, outcome: Outcome, bytes: string): RequestCase => ({ name, outcome, bytes })

/** Valid for any length of host: `requestCases` fills in `{length}` and `{hexLength}` of the smuggled request. */
const sized = 'Content-Length: {length}'
const chunked = 'Transfer-Encoding: chunked'
const chunk = `{hexLength}\r\n${smuggled}\r\n0\r\n\r\n`
const endThenSmuggled = `0\r\n\r\n${smuggled}`

const twoLengths: RequestCase[] = [
  one('CL.TE', 'rejected', 'POST', [sized, chunked], endThenSmuggled),
  one('TE.CL', 'rejected', 'POST', [chunked, 'Content-Length: 4'], chunk),
  one('CL.TE in a GET', 'rejected', 'GET', [sized, chunked], endThenSmuggled),
  one('CL.CL, the second shorter', 'rejected', 'POST', [sized, 'Content-Length: 0'], smuggled),
  one('CL.CL, the first shorter', 'rejected', 'POST', ['Content-Length: 0', sized], smuggled),
  one('CL.CL, the same', 'rejected', 'POST', ['Content-Length: 3', 'Content-Length: 3'], 'abc'),
  one('a list of lengths', 'rejected', 'POST', ['Content-Length: 3, 3'], `abc${smuggled}`),
  one('two lengths in one', 'rejected', 'POST', ['Content-Length: 0 3'], smuggled),
  one('a length with a plus', 'rejected', 'POST', ['Content-Length: +3'], `abc${smuggled}`),
  one('a negative length', 'rejected', 'POST', ['Content-Length: -1'], smuggled),
  one('a hexadecimal length', 'rejected', 'POST', ['Content-Length: 0x3'], `abc${smuggled}`),
  one('a length in exponents', 'rejected', 'POST', ['Content-Length: 1e1'], smuggled),
  one('a length beyond 64 bits', 'rejected', 'POST', ['Content-Length: 18446744073709551619'], `abc${smuggled}`),
  one('a length beyond 53 bits', 'rejected', 'POST', ['Content-Length: 9007199254740993'], smuggled),
  one('an empty length', 'rejected', 'POST', ['Content-Length:'], smuggled),
  one('a length with a vertical tab', 'rejected', 'POST', ['Content-Length: 3\x0b'], `abc${smuggled}`),
  one('a length with a full stop', 'rejected', 'POST', ['Content-Length: 3.0'], `abc${smuggled}`),
  one('a length with leading zeros', 'either', 'POST', ['Content-Length: 0003'], 'abc'),
]

const encodings: RequestCase[] = [
  'xchunked',
  'chunked, identity',
  'identity, chunked',
  'gzip, chunked',
  'chunked, chunked',
  '\x0bchunked',
  'chunked\x0b',
  '"chunked"',
  'chunked;q=1',
  ',chunked',
  'chunked\x00',
  'identity',
  'chunk',
].map((value) => one(`encoding ${JSON.stringify(value)}`, 'rejected', 'POST', [`Transfer-Encoding: ${value}`], chunk))

const obfuscated: RequestCase[] = [
  one('TE.TE', 'rejected', 'POST', [chunked, 'Transfer-Encoding: x'], chunk),
  one('TE twice', 'rejected', 'POST', [chunked, chunked], chunk),
  one('a space before the colon', 'rejected', 'POST', ['Transfer-Encoding : chunked', sized], endThenSmuggled),
  one('a tab before the colon', 'rejected', 'POST', ['Content-Length\t: 3'], `abc${smuggled}`),
  one('a folded encoding', 'rejected', 'POST', ['Transfer-Encoding:\r\n chunked', sized], endThenSmuggled),
  one('a header that begins with a space', 'rejected', 'POST', ['X: y', ' Transfer-Encoding: chunked'], chunk),
  one('a first header that begins with a space', 'rejected', 'POST', [' X: y', chunked], chunk),
  one('a line feed in a header', 'rejected', 'POST', [sized, `X: y\n${chunked}`], endThenSmuggled),
  one('a carriage return in a header', 'rejected', 'POST', [sized, `X: y\r${chunked}`], endThenSmuggled),
  one('NUL in a value', 'rejected', 'POST', [sized, 'X: a\x00b'], smuggled),
  one('NUL in a name', 'rejected', 'POST', [sized, 'X\x00: a'], smuggled),
  one('a control character in a name', 'rejected', 'POST', [sized, 'X\x01Y: a'], smuggled),
  one('a header without a colon', 'rejected', 'POST', [sized, 'nothing'], smuggled),
  one('a header without a name', 'rejected', 'POST', [sized, ': value'], smuggled),
  one('a name beyond ASCII', 'rejected', 'POST', [sized, 'Content-L\xe9ngth: 3'], smuggled),
  one('an underscore for a hyphen', 'answered', 'POST', [sized, 'Transfer_Encoding: chunked'], smuggled),
  one('a length with an underscore', 'answered', 'POST', [sized, 'Content_Length: 0'], smuggled),
  raw('line feeds alone', 'rejected', `POST /attack HTTP/1.1\nHost: {host}\n${sized}\n\n${smuggled}`),
  raw('a head that ends in line feeds', 'rejected', `POST /attack HTTP/1.1\r\nHost: {host}\r\n${sized}\n\n${smuggled}`),
  raw('carriage returns alone', 'rejected', `POST /attack HTTP/1.1\rHost: {host}\r${sized}\r\r${smuggled}`),
]

const chunkCases: [string, Outcome, string][] = [
  ['encoded in capitals', 'answered', chunk],
  ['an extension', 'answered', `3;name=value\r\nabc\r\n0\r\n\r\n`],
  ['an extension with a line feed', 'rejected', `3;\nabc\r\n0\r\n\r\n${smuggled}`],
  ['an extension with a carriage return', 'rejected', `3;a\rb\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['an extension with a request', 'rejected', `0;\n\n${smuggled}`],
  ['a size with a plus', 'rejected', `+3\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['a negative size', 'rejected', `-3\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['a size with a prefix', 'rejected', `0x3\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['a size with an underscore', 'rejected', `1_0\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['a size with a space before', 'rejected', ` 3\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['a size beyond 64 bits', 'rejected', `10000000000000003\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['a size that ends in a line feed', 'rejected', `3\nabc\r\n0\r\n\r\n${smuggled}`],
  ['no size', 'rejected', `\r\nabc\r\n0\r\n\r\n${smuggled}`],
  ['data without an end', 'rejected', `3\r\nabc0\r\n\r\n${smuggled}`],
  ['data that ends in other bytes', 'rejected', `3\r\nabcXX0\r\n\r\n${smuggled}`],
  ['data that ends in a line feed', 'rejected', `3\r\nabc\n0\r\n\r\n${smuggled}`],
  ['trailers', 'answered', '3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n'],
  ['trailers of framing', 'either', '3\r\nabc\r\n0\r\nContent-Length: 90\r\nHost: other\r\n\r\n'],
  ['a request in trailers', 'rejected', `0\r\n${smuggled}`],
]
const chunks = chunkCases.map(([name, outcome, body]) =>
  one(`chunks: ${name}`, outcome, 'POST', ['Transfer-Encoding: chUnkeD'], body),
)

const bodies: RequestCase[] = ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'PROPFIND'].flatMap(
  (method) => [
    one(`${method} with a chunked body`, 'answered', method, [chunked], chunk),
    one(`${method} with a body of known length`, 'answered', method, [sized], smuggled),
  ],
)

const connectionAbuse: RequestCase[] = [
  'content-length',
  'close, content-length',
  'keep-alive, Content-Length, Host',
  'host',
  'cookie, authorization',
  'x-forwarded-for, x-forwarded-host, x-forwarded-proto',
].map((named) => one(`Connection: ${named}`, 'answered', 'POST', [`Connection: ${named}`, sized], smuggled))

const targets: RequestCase[] = [
  one('Connection: transfer-encoding', 'answered', 'POST', ['Connection: transfer-encoding', chunked], chunk),
  raw('a whole address', 'answered', message('GET http://{host}/attack HTTP/1.1', [])),
  raw('a whole address of another host', 'rejected', message('GET http://localhost/smuggled HTTP/1.1', [])),
  raw('a whole address with a user', 'rejected', message('GET http://{host}@localhost/smuggled HTTP/1.1', [])),
  raw('a whole address with a backslash', 'rejected', message('GET http://{host}\\@localhost/smuggled HTTP/1.1', [])),
  raw('a whole address of another scheme', 'rejected', message('GET ftp://{host}/smuggled HTTP/1.1', [])),
  raw('no host', 'rejected', `GET /smuggled HTTP/1.1\r\nX: y\r\n\r\n`),
  one('the host twice', 'rejected', 'GET', [host]),
  one('two hosts', 'rejected', 'GET', ['Host: localhost']),
  raw('a host with a path', 'rejected', `GET /smuggled HTTP/1.1\r\nHost: {host}/x\r\n\r\n`),
  raw('a list of hosts', 'rejected', `GET /smuggled HTTP/1.1\r\nHost: {host}, localhost\r\n\r\n`),
  raw('a host with a user', 'rejected', `GET /smuggled HTTP/1.1\r\nHost: localhost@{host}\r\n\r\n`),
  raw('CONNECT', 'rejected', message('CONNECT {host} HTTP/1.1', [], smuggled)),
  raw('CONNECT with a length', 'rejected', message('CONNECT {host} HTTP/1.1', [sized], smuggled)),
  raw('an asterisk', 'rejected', message('GET * HTTP/1.1', [])),
  raw('a space in the path', 'rejected', message('GET /attack /smuggled HTTP/1.1', [])),
  raw('a tab in the path', 'rejected', message('GET /attack\t/smuggled HTTP/1.1', [])),
  raw('NUL in the path', 'rejected', message('GET /smuggled\x00 HTTP/1.1', [])),
  raw('bytes beyond ASCII in the path', 'either', message('GET /attack\xe9 HTTP/1.1', [])),
  raw('two spaces', 'either', message('GET  /attack HTTP/1.1', [])),
  raw('a method in small letters', 'rejected', message('get /smuggled HTTP/1.1', [])),
  raw('an unknown method', 'rejected', message('SMUGGLE /smuggled HTTP/1.1', [])),
  raw('a path without a slash', 'rejected', message('GET smuggled HTTP/1.1', [])),
]

const versions: RequestCase[] = [
  raw('HTTP/0.9', 'rejected', `GET /smuggled\r\n\r\n`),
  raw('HTTP/1.2', 'rejected', message('GET /smuggled HTTP/1.2', [])),
  raw('HTTP/2.0', 'rejected', message('GET /smuggled HTTP/2.0', [])),
  raw('the preface of HTTP/2', 'rejected', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  raw('a version with spaces', 'rejected', message('GET /smuggled HTTP/1. 1', [])),
  raw('HTTP/1.0 with chunks', 'rejected', message('POST /attack HTTP/1.0', [chunked, 'Connection: keep-alive'], chunk)),
  raw(
    'HTTP/1.0 with a length',
    'answered',
    message('POST /attack HTTP/1.0', [sized, 'Connection: keep-alive'], smuggled),
  ),
  raw('HTTP/1.0', 'answered', message('GET /attack HTTP/1.0', [])),
]

const socket = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: c2l4dGVlbiBsZXR0ZXJzIQ==',
]
const upgrades: RequestCase[] = [
  one('an upgrade with a length', 'rejected', 'GET', [...socket, sized], smuggled),
  one('an upgrade with an empty body', 'rejected', 'GET', [...socket, 'Content-Length: 0'], smuggled),
  one('an upgrade with chunks', 'rejected', 'GET', [...socket, chunked], chunk),
  one('an upgrade that the instance rejects, followed by a request', 'either', 'GET', socket, smuggled),
  one('an upgrade to HTTP/2', 'answered', 'GET', [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ]),
  one('an upgrade to HTTP/2 with a body', 'answered', 'POST', ['Connection: Upgrade', 'Upgrade: h2c', sized], smuggled),
  one('an upgrade that Connection does not name', 'answered', 'GET', ['Upgrade: websocket']),
]

const sequences: RequestCase[] = [
  raw(
    'two requests at once',
    'answered',
    message('GET /attack HTTP/1.1', []) + message('GET /attack/second HTTP/1.1', []),
  ),
  raw(
    'a request and half of one',
    'answered',
    `${message('GET /attack HTTP/1.1', [])}GET /smuggled HTTP/1.1\r\nHost: {ho`,
  ),
  raw('a valid request after an ambiguous one', 'rejected', message('GET /attack HTTP/1.1', [host], smuggled)),
  raw('a request after one that closes', 'either', message('GET /attack HTTP/1.1', ['Connection: close'], smuggled)),
  one('a body after 100 Continue', 'answered', 'POST', ['Expect: 100-continue', sized], smuggled),
  one('another expectation', 'either', 'POST', ['Expect: everything', sized], smuggled),
  one('a response before the body', 'waits', 'POST', ['X-Answer: early', 'Content-Length: 9999'], smuggled),
  one('half a body', 'waits', 'POST', ['Content-Length: 9999'], smuggled),
  one('half of the chunks', 'waits', 'POST', [chunked], `fff\r\n${smuggled}`),
  one('headers of 40 KB', 'rejected', 'GET', [`X: ${'y'.repeat(40_000)}`]),
  one(
    'thousands of headers',
    'either',
    'GET',
    Array.from({ length: 2500 }, (_, at) => `X${at}: y`),
  ),
]

const every = [
  ...twoLengths,
  ...encodings,
  ...obfuscated,
  ...chunks,
  ...bodies,
  ...connectionAbuse,
  ...targets,
  ...versions,
  ...upgrades,
  ...sequences,
]

/** Returns all cases for one host. */
export const requestCases = (instanceHost: string): RequestCase[] => {
  const length = smuggled.replaceAll('{host}', instanceHost).length
  return every.map((each) => ({
    ...each,
    bytes: each.bytes
      .replaceAll('{host}', instanceHost)
      .replaceAll('{length}', String(length))
      .replaceAll('{hexLength}', length.toString(16)),
  }))
}
