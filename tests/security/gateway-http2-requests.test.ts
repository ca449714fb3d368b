import { expect, test } from 'vitest'
import { writeHttp2 } from './http2-frames.ts'
import { Visitor } from './raw-visitor.ts'
import { startRecordingUpstream } from './recording-upstream.ts'
import { expectNothingSmuggled, visit } from './request-attack.ts'
import { securedGateway } from './secured-gateway.ts'

type Header = [string, string]
interface Case {
  name: string
  headers: Header[]
  body: string | null
  /** `dropped` is answered without the field, which the instance never sees. */
  outcome: 'rejected' | 'answered' | 'dropped'
}

const HOST = 'attacked.test'
const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${HOST}\r\nX-Attack: 1\r\n\r\n`
const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`
const head = (over: Record<string, string> = {}): Header[] =>
  Object.entries({ ':method': 'POST', ':path': '/attack', ':scheme': 'https', ':authority': HOST, ...over })
const one = (name: string, outcome: Case['outcome'], more: Header[], body: string | null = smuggled): Case => ({
  name,
  outcome,
  headers: [...head(), ...more],
  body,
})
const pseudo = (
  name: string,
  outcome: Case['outcome'],
  over: Record<string, string>,
  body: string | null = null,
): Case => ({
  name,
  outcome,
  headers: head(over),
  body,
})

const cases: Case[] = [
  one('a body without a length', 'answered', []),
  one('a body of its length', 'answered', [['content-length', String(smuggled.length)]]),
  one('H2.CL, shorter', 'rejected', [['content-length', '0']]),
  one('H2.CL, longer', 'rejected', [['content-length', '9999']]),
  one('H2.CL twice', 'rejected', [
    ['content-length', '0'],
    ['content-length', String(smuggled.length)],
  ]),
  one('H2.CL with a plus', 'rejected', [['content-length', `+${smuggled.length}`]]),
  one('H2.TE', 'rejected', [['transfer-encoding', 'chunked']], chunk),
  one('H2.TE obfuscated', 'rejected', [['transfer-encoding', 'xchunked']], chunk),
  one('H2.TE in capitals', 'rejected', [['Transfer-Encoding', 'chunked']], chunk),
  one('H2.TE with a space', 'dropped', [['transfer-encoding ', 'chunked']], chunk),
  one('an underscore for a hyphen', 'answered', [['transfer_encoding', 'chunked']], chunk),
  one('a line break in a value', 'dropped', [['x', 'y\r\ntransfer-encoding: chunked']], chunk),
  one('a line feed in a value', 'dropped', [['x', 'y\ncontent-length: 0']]),
  one('a carriage return in a value', 'dropped', [['x', 'y\rcontent-length: 0']]),
  one('NUL in a value', 'dropped', [['x', 'a\x00b']]),
  one('a line break in a name', 'dropped', [['x: y\r\ntransfer-encoding', 'chunked']], chunk),
  one('a colon in a name', 'dropped', [['x:y', 'z']]),
  one('an empty name', 'dropped', [['', 'z']]),
  one('connection', 'rejected', [['connection', 'close']]),
  one('upgrade', 'rejected', [['upgrade', 'websocket']]),
  one('keep-alive', 'rejected', [['keep-alive', '1']]),
  one('a pseudo-header after others', 'rejected', [
    ['x', 'y'],
    [':path', '/smuggled'],
  ]),
  one('an unknown pseudo-header', 'rejected', [[':smuggled', 'y']]),
  one('two paths', 'rejected', [[':path', '/smuggled']]),
  one('another host', 'rejected', [['host', 'other.test']]),
  one('the same host', 'answered', [['host', HOST]]),
  one('TE', 'rejected', [['te', 'chunked']]),
  pseudo('a space in the path', 'rejected', { ':path': '/attack HTTP/1.1' }),
  pseudo('a line break in the path', 'rejected', { ':path': `/attack HTTP/1.1\r\nHost: ${HOST}\r\n\r\n${smuggled}` }),
  pseudo('a whole address', 'rejected', { ':path': `https://${HOST}/smuggled` }),
  pseudo('a path without a slash', 'rejected', { ':path': 'smuggled' }),
  pseudo('an empty path', 'rejected', { ':path': '' }),
  pseudo('a request in the method', 'rejected', { ':method': `GET /smuggled HTTP/1.1\r\nHost: ${HOST}\r\n\r\nPOST` }),
  pseudo('a space in the method', 'rejected', { ':method': 'GET /smuggled' }),
  pseudo('an unknown method', 'rejected', { ':method': 'SMUGGLE' }),
  pseudo('a method in small letters', 'rejected', { ':method': 'get' }),
  pseudo('CONNECT', 'rejected', { ':method': 'CONNECT' }),
  pseudo('a line break in the authority', 'rejected', { ':authority': `${HOST}\r\nx: y` }),
  pseudo('a path in the authority', 'rejected', { ':authority': `${HOST}/smuggled` }),
  pseudo('a user in the authority', 'rejected', { ':authority': `other@${HOST}` }),
  pseudo('another authority', 'rejected', { ':authority': 'other.test' }),
  pseudo('an empty authority', 'rejected', { ':authority': '' }),
  pseudo('another scheme', 'answered', { ':scheme': 'http' }),
  { name: 'no path', outcome: 'rejected', headers: head().filter(([name]) => name !== ':path'), body: null },
  { name: 'no method', outcome: 'rejected', headers: head().filter(([name]) => name !== ':method'), body: null },
  { name: 'no authority', outcome: 'rejected', headers: head().filter(([name]) => name !== ':authority'), body: null },
]

test.each([
  ['reads bodies', false],
  ['parses bodies as requests', true],
])(
  'over HTTP/2 every visitor gets the response to their own request: an instance that %s',
  async (_kind, ignoresBodies) => {
    const recorder = await startRecordingUpstream({ ignoresBodies })
    const { port, host, secure, stop } = await securedGateway(recorder.port)
    const visitors = [new Visitor(port, host, secure), new Visitor(port, host, secure)]
    const failures: string[] = []
    try {
      for (const { name, headers, body, outcome } of cases) {
        recorder.requests.length = 0
        recorder.malformed.length = 0
        try {
          const exchange = await writeHttp2(port, secure, headers, body, async () => {
            for (const visitor of visitors) await visit(visitor, recorder)
          })
          const isRejected = exchange.isReset || (exchange.status !== 200 && exchange.status !== undefined)
          if (outcome === 'rejected') expect(isRejected, JSON.stringify(exchange)).toBe(true)
          else expect(exchange.status).toBe(200)
          expectNothingSmuggled(recorder, true)
          if (outcome === 'dropped')
            for (const request of recorder.requests) expect(request.headers.join('\n')).not.toMatch(/^x ?:|^:/im)
        } catch (error) {
          failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
        }
      }
      expect(failures).toEqual([])
    } finally {
      for (const visitor of visitors) visitor.disconnect()
      await stop()
      await recorder.stop()
    }
  },
)
