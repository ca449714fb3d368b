import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestHead } from '../../server/gateway/forwarding/headers/request-head.ts'

const plain = { method: 'GET', path: '/', headers: 'host: a\r\n', body: 0, connection: 'keep-alive' } as const

test('a body has exactly one framing, and a method that expects a body says that there is none', () => {
  expect(requestHead(plain)).toBe('GET / HTTP/1.1\r\nhost: a\r\nconnection: keep-alive\r\n\r\n')
  expect(requestHead({ ...plain, method: 'POST' })).toContain('\r\ncontent-length: 0\r\n')
  expect(requestHead({ ...plain, body: 12 })).toContain('\r\ncontent-length: 12\r\n')
  expect(requestHead({ ...plain, body: 'chunked' })).toContain('\r\ntransfer-encoding: chunked\r\n')
  expect(requestHead({ ...plain, connection: 'websocket' })).toContain(
    '\r\nconnection: upgrade\r\nupgrade: websocket\r\n',
  )
})

test('no value can begin another line', () => {
  for (const control of ['\r', '\n', '\r\n', '\0', '\r\nX: y']) {
    expect(requestHead({ ...plain, path: `/${control}` })).toBeUndefined()
    expect(requestHead({ ...plain, headers: `x: a${control}b\r\n`.replace('\r\nX: y', '\rX: y') })).toBeUndefined()
    expect(requestHead({ ...plain, connection: `a${control}b`.replace('\r\nX: y', '\nX: y') })).toBeUndefined()
  }
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\r', '\n', '\0', ' ', ':', 'a', '\xe9', '\u2028') }), (path) => {
      const head = requestHead({ ...plain, path: `/${path}` })
      expect(head === undefined || head.split('\r\n').length === 5).toBe(true)
    }),
  )
})
