import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createVisitorConnectionLimit } from '../../server/live/visitor-connection-limit.ts'

const from = (address: string, forwardedFor?: string): IncomingMessage => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
  const request = new IncomingMessage(socket)
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor
  return request
}

test('an address at its limit blocks no other address, and each connection is released once', () => {
  const limit = createVisitorConnectionLimit([], 2)
  const [first, second] = [limit.take(from('192.0.2.1')), limit.take(from('192.0.2.1'))]
  expect([first, second]).not.toContain(null)
  expect(limit.take(from('192.0.2.1'))).toBeNull()
  expect(limit.take(from('192.0.2.2'))).not.toBeNull()
  first?.()
  expect(limit.take(from('192.0.2.1'))).not.toBeNull()
  expect(limit.take(from('192.0.2.1'))).toBeNull()
})

test('an IPv6 network counts as one address', () => {
  const limit = createVisitorConnectionLimit([], 1)
  expect(limit.take(from('2001:db8:1:2::1'))).not.toBeNull()
  expect(limit.take(from('2001:db8:1:2:ffff::9'))).toBeNull()
  expect(limit.take(from('2001:db8:1:3::1'))).not.toBeNull()
  expect(limit.take(from('::ffff:192.0.2.1'))).not.toBeNull()
  expect(limit.take(from('192.0.2.1')), 'the same network, written differently').toBeNull()
})

test('a forwarded address counts only when a trusted proxy has set it', () => {
  const alone = createVisitorConnectionLimit([], 1)
  expect(alone.take(from('192.0.2.1', '198.51.100.1'))).not.toBeNull()
  expect(alone.take(from('192.0.2.1', '198.51.100.2')), 'otherwise a client could choose its address').toBeNull()
  const behindProxy = createVisitorConnectionLimit(['10.0.0.0/8'], 1)
  expect(behindProxy.take(from('10.0.0.9', '198.51.100.1'))).not.toBeNull()
  expect(behindProxy.take(from('10.0.0.9', '198.51.100.2'))).not.toBeNull()
  expect(
    behindProxy.take(from('10.0.0.9', '203.0.113.7, 198.51.100.2')),
    'an address that the visitor prepended',
  ).toBeNull()
})
