import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createResponseParser } from '../../server/gateway/forwarding/upstream/response-parser.ts'
import { responseCorpus } from '../security/gateway-response-corpus.ts'

interface Parsed {
  status: number
  headers: string[]
  body: string
  isComplete: boolean
  isMalformed: boolean
}

function parse(parts: readonly Buffer[], { method = 'GET', ends = false } = {}): Parsed {
  const parsed: Parsed = { status: 0, headers: [], body: '', isComplete: false, isMalformed: false }
  const parser = createResponseParser()
  parser.expect(method, {
    onHead({ status, headers }) {
      Object.assign(parsed, { status, headers })
    },
    onData(bytes) {
      parsed.body += bytes.toString('latin1')
    },
    onEnd() {
      parsed.isComplete = true
    },
  })
  try {
    for (const part of parts) parser.read(part)
    if (ends) parser.end()
  } catch {
    parsed.isMalformed = true
  }
  return parsed
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const ok = (headers: string, body = ''): Buffer => bytes(`HTTP/1.1 200 OK\r\n${headers}\r\n${body}`)

function cut(whole: Buffer, at: readonly number[]): Buffer[] {
  const cuts = [...new Set(at.map((each) => each % (whole.length + 1)))].toSorted((one, two) => one - two)
  return [...cuts, whole.length].map((to, index) => whole.subarray(cuts[index - 1] ?? 0, to))
}

test('a response means the same however its bytes arrive', () => {
  fc.assert(
    fc.property(fc.constantFrom(...responseCorpus), fc.array(fc.nat(4000), { maxLength: 12 }), (script, at) => {
      const whole = bytes(script.parts.join(''))
      const options = { method: script.method ?? 'GET', ends: script.closes ?? false }
      expect(parse(cut(whole, at), options)).toEqual(parse([whole], options))
    }),
  )
})

test('a chunked body of any bytes is decoded, however it is split', () => {
  const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 })
  fc.assert(
    fc.property(chunks, fc.array(fc.nat(400), { maxLength: 8 }), (parts, at) => {
      const body = parts.map((part) => Buffer.from(part).toString('latin1'))
      const encoded = body.map((part) => `${part.length.toString(16)};a=b\r\n${part}\r\n`).join('')
      const whole = ok('Transfer-Encoding: chunked\r\n', `${encoded}0\r\nX-Trailer: 1\r\n\r\n`)
      expect(parse(cut(whole, at))).toMatchObject({ body: body.join(''), isComplete: true, isMalformed: false })
    }),
  )
})

test('names are in lower case, values keep their bytes, and repeated headers stay apart', () => {
  const { headers } = parse([
    ok('Set-Cookie: a=b\r\nX-Own:\t \xa0caf\xe9 \t\r\nSET-COOKIE:c=d\r\nContent-Length: 0\r\n'),
  ])
  expect(headers).toEqual(['set-cookie', 'a=b', 'x-own', '\xa0caf\xe9', 'set-cookie', 'c=d', 'content-length', '0'])
})

describe('malformed', () => {
  const heads = [
    'HTTP/1.1 200 OK\nContent-Length: 0\n\n',
    'HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX : a\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: a\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: a\x7fb\r\n\r\n',
    'HTTP/1.1 200 OK\r\nX: a\rY: b\r\n\r\n',
    'HTTP/1.1  200 OK\r\n\r\n',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 600 OK\r\n\r\n',
    'HTTP/1.2 200 OK\r\n\r\n',
    'HTTP/2.0 200 OK\r\n\r\n',
    ' HTTP/1.1 200 OK\r\n\r\n',
    '\r\nHTTP/1.1 200 OK\r\n\r\n',
    'HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1e1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 9007199254740993\r\n\r\n',
    `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50),
  ]
  test.each(heads.map((head) => [head.slice(0, 60), head]))('%j', (_start, head) => {
    expect(parse([bytes(head)])).toMatchObject({ isMalformed: true, isComplete: false })
  })

  const bodies = ['-1\r\n', '+2\r\nok\r\n', '2 \r\nok\r\n', '0x2\r\nok\r\n', '2\nok\r\n', '2\r\nokX', '2\r\nok\nX']
  test.each(
    [
      ...bodies,
      '11111111111111\r\n',
      '2;\x00\r\nok\r\n',
      '0\r\nno trailer\r\n\r\n',
      '0\r\n\n',
      `2;${'x'.repeat(9000)}`,
    ].map((body) => [body.slice(0, 20), body]),
  )('chunks %j', (_start, body) => {
    const parsed = parse([ok('Transfer-Encoding: chunked\r\n', `${body}\r\n0\r\n\r\n`)])
    expect(parsed).toMatchObject({ status: 200, isMalformed: true, isComplete: false })
  })
})

test('bytes that no request expects are malformed', () => {
  const parser = createResponseParser()
  expect(() => parser.read(ok('Content-Length: 0\r\n'))).toThrow('after its response')
})
