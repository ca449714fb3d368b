/** What a broken or hostile instance may send on its connection. */
export interface ResponseScript {
  name: string
  /** Each part is written in its own turn of the event loop. */
  parts: string[]
  /** Closes the connection after the last part. */
  closes?: boolean
  method?: 'GET' | 'HEAD'
  upgrade?: boolean
  /** What the visitor gets: a status and a body, 502, or a truncated response. */
  gets: { status: number; body: string } | 'bad gateway' | 'cut off'
}

const ok = (headers: string, body: string): string => `HTTP/1.1 200 OK\r\n${headers}\r\n${body}`
const poison = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison'
const forbidden = (headers: string, body: string): string => `HTTP/1.1 403 Forbidden\r\n${headers}\r\n${body}`

export const responseCorpus: ResponseScript[] = [
  { name: 'an ordinary response', parts: [ok('Content-Length: 2\r\n', 'ok')], gets: { status: 200, body: 'ok' } },
  {
    name: 'a reason phrase with forbidden bytes',
    parts: ['HTTP/1.1 200 O\x01K\xff\r\nContent-Length: 2\r\n\r\nok'],
    gets: { status: 200, body: 'ok' },
  },
  {
    name: 'a second response at once',
    parts: [ok('Content-Length: 2\r\n', 'ok') + poison],
    gets: { status: 200, body: 'ok' },
  },
  {
    name: 'a second response later',
    parts: [ok('Content-Length: 2\r\n', 'ok'), poison],
    gets: { status: 200, body: 'ok' },
  },
  {
    name: 'bytes after the end',
    parts: [ok('Content-Length: 2\r\n', 'ok and more')],
    gets: { status: 200, body: 'ok' },
  },
  { name: 'two lengths', parts: [ok('Content-Length: 2\r\nContent-Length: 8\r\n', 'ok')], gets: 'bad gateway' },
  { name: 'a list of lengths', parts: [ok('Content-Length: 2, 2\r\n', 'ok')], gets: 'bad gateway' },
  { name: 'a negative length', parts: [ok('Content-Length: -2\r\n', 'ok')], gets: 'bad gateway' },
  { name: 'a length with a plus', parts: [ok('Content-Length: +2\r\n', 'ok')], gets: 'bad gateway' },
  {
    name: 'a length and chunks',
    parts: [ok('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', `2\r\nok\r\n0\r\n\r\n${poison}`)],
    gets: 'bad gateway',
  },
  {
    name: 'chunks with trailers',
    parts: [ok('Transfer-Encoding: chunked\r\n', '2\r\nok\r\n0\r\nX-Trailer: 1\r\nSet-Cookie: a=b\r\n\r\n')],
    gets: { status: 200, body: 'ok' },
  },
  {
    name: 'an invalid chunk size',
    parts: [ok('Transfer-Encoding: chunked\r\n', `zz\r\nok\r\n0\r\n\r\n${poison}`)],
    gets: 'cut off',
  },
  {
    name: 'chunks that end early',
    parts: [ok('Transfer-Encoding: chunked\r\n', '9\r\nok')],
    closes: true,
    gets: 'cut off',
  },
  { name: 'a body that ends early', parts: [ok('Content-Length: 9\r\n', 'ok')], closes: true, gets: 'cut off' },
  {
    name: 'a body until the end of the connection',
    parts: [ok('', 'ok')],
    closes: true,
    gets: { status: 200, body: 'ok' },
  },
  { name: 'a space before the colon', parts: [ok('Content-Length : 2\r\n', `ok${poison}`)], gets: 'bad gateway' },
  { name: 'NUL in a header', parts: [ok('Content-Length: 2\r\nX: a\x00b\r\n', 'ok')], gets: 'bad gateway' },
  {
    name: 'a line feed in a header',
    parts: [ok('Content-Length: 2\r\nX: a\nSet-Cookie: b=c\r\n', 'ok')],
    gets: 'bad gateway',
  },
  {
    name: 'a carriage return in a header',
    parts: [ok('Content-Length: 2\r\nX: a\rSet-Cookie: b=c\r\n', 'ok')],
    gets: 'bad gateway',
  },
  { name: 'a folded header', parts: [ok('Content-Length: 2\r\nX: a\r\n b\r\n', 'ok')], gets: 'bad gateway' },
  { name: 'no HTTP', parts: ['hello\r\n\r\n'], gets: 'bad gateway' },
  { name: 'nothing', parts: [], closes: true, gets: 'bad gateway' },
  {
    name: 'an unsolicited 100 Continue',
    parts: ['HTTP/1.1 100 Continue\r\n\r\n', ok('Content-Length: 2\r\n', 'ok')],
    gets: 'bad gateway',
  },
  {
    name: 'early hints',
    parts: ['HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n', ok('Content-Length: 2\r\n', 'ok')],
    gets: { status: 200, body: 'ok' },
  },
  {
    name: 'early hints with a body',
    parts: [`HTTP/1.1 103 Early Hints\r\nContent-Length: ${poison.length}\r\n\r\n`, ok('Content-Length: 2\r\n', 'ok')],
    gets: { status: 200, body: 'ok' },
  },
  {
    name: 'an unsolicited upgrade',
    parts: ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', poison],
    gets: 'bad gateway',
  },
  {
    name: '204 with a body',
    parts: [`HTTP/1.1 204 No Content\r\nContent-Length: ${poison.length}\r\n\r\n${poison}`],
    gets: { status: 204, body: '' },
  },
  {
    name: '304 with a body',
    parts: [`HTTP/1.1 304 Not Modified\r\nContent-Length: ${poison.length}\r\n\r\n${poison}`],
    gets: { status: 304, body: '' },
  },
  {
    name: 'HEAD with a body',
    method: 'HEAD',
    parts: [ok('Content-Length: 66\r\n', poison)],
    gets: { status: 200, body: '' },
  },
  {
    name: 'headers of 40 KB',
    parts: [ok(`Content-Length: 2\r\nX: ${'y'.repeat(40_000)}\r\n`, 'ok')],
    gets: 'bad gateway',
  },
  {
    name: 'Connection names the length',
    parts: [ok('Connection: content-length, set-cookie\r\nContent-Length: 2\r\n', `ok${poison}`)],
    gets: { status: 200, body: 'ok' },
  },
  {
    name: 'a rejected upgrade',
    upgrade: true,
    parts: [forbidden('Content-Length: 2\r\n', 'no')],
    gets: { status: 403, body: 'no' },
  },
  {
    name: 'a rejected upgrade that continues',
    upgrade: true,
    parts: [forbidden('Content-Length: 2\r\n', `no${poison}`), poison],
    gets: { status: 403, body: 'no' },
  },
  {
    name: 'a rejected upgrade in chunks',
    upgrade: true,
    parts: [forbidden('Transfer-Encoding: chunked\r\n', '2\r\nno\r\n0\r\n\r\n')],
    gets: { status: 403, body: 'no' },
  },
  {
    name: 'a rejected upgrade with two lengths',
    upgrade: true,
    parts: [forbidden('Content-Length: 2\r\nContent-Length: 99\r\n', 'no')],
    gets: 'bad gateway',
  },
  {
    name: 'a rejected upgrade with response splitting',
    upgrade: true,
    parts: [forbidden('X: a\rSet-Cookie: b=c\r\nContent-Length: 2\r\n', 'no')],
    gets: 'bad gateway',
  },
  {
    name: 'a rejected upgrade over HTTP/1.0',
    upgrade: true,
    parts: ['HTTP/1.0 403 Forbidden\r\n\r\nno'],
    closes: true,
    gets: { status: 403, body: 'no' },
  },
  {
    name: 'an accepted upgrade with NUL in a header',
    upgrade: true,
    parts: ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX: a\x00b\r\n\r\n'],
    gets: 'bad gateway',
  },
]

const slug = (name: string) => `script-${name.replace(/\W+/g, '-')}`

export const targetOf = ({ name }: ResponseScript): string => `/${slug(name)}`

export const responseScripts = new Map(responseCorpus.map((script) => [slug(script.name), script]))
