import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginDeviceLogin } from '../../server/session/device/device-logins.ts'
import { type PlatformHarness, platformHarness } from './platform-harness.ts'

let harness: PlatformHarness
beforeAll(async () => {
  harness = await platformHarness({
    environment: {
      LONGSHORE_MODE: 'production',
      LONGSHORE_SECRET: 'a secret of these tests, long enough to be taken',
      LONGSHORE_PUBLIC_URL: 'https://longshore.example',
      LONGSHORE_REQUESTS_PER_MINUTE: '100',
    },
  })
})
afterAll(() => harness.close())

const nonce = async (address: string, token?: string) =>
  (
    await harness.inject({
      method: 'POST',
      url: '/api/auth/web3/nonce',
      remoteAddress: address,
      payload: { wallet: 'metamask', address: `0x${'0'.repeat(40)}` },
      token,
    })
  ).statusCode

test('a caller who requests too many messages to sign has to wait, and no other caller does', async () => {
  const statuses: number[] = []
  while (statuses.length < 30) statuses.push(await nonce('203.0.113.7'))
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
  expect(await nonce('203.0.113.8'), 'another address').toBe(200)
  const { token } = await harness.user('somebody')
  expect(await nonce('203.0.113.7', token), 'a signed-in user at the same address').toBe(200)
})

test('renewals, tokens, invitations and devices have their own limits', async () => {
  const { token } = await harness.user('busy')
  const statusOf = async (url: string, payload: object) =>
    (await harness.inject({ method: 'POST', url, payload, token, remoteAddress: '203.0.113.9' })).statusCode
  const shares: [string, object, number][] = [
    ['/api/auth/renew', {}, 60],
    ['/api/auth/cli/device', {}, 20],
    ['/api/invite/00000000-0000-4000-8000-000000000000/preview', {}, 30],
  ]
  for (const [url, payload, most] of shares) {
    const statuses: number[] = []
    for (let count = 0; count < most + 3; count += 1) statuses.push(await statusOf(url, payload))
    expect([url, statuses.filter((status) => status === 429).length]).toEqual([url, 3])
  }
  expect((await harness.inject({ url: '/api/profile', token })).statusCode, 'other calls are still allowed').toBe(200)
})

test('sessions and command lines behind one address have their own limits', async () => {
  const remoteAddress = '203.0.113.30'
  const { tokens, store, inject } = harness
  const statusOf = async (url: string, payload: object, headers = {}) =>
    (await inject({ method: 'POST', url: `/api/auth/${url}`, payload, headers, remoteAddress })).statusCode
  const times = async (count: number, send: () => Promise<number>) => {
    const statuses: number[] = []
    while (statuses.length < count) statuses.push(await send())
    return statuses.filter((status) => status === 429).length
  }
  const where = { address: remoteAddress, userAgent: 'a test' }
  const { userId } = await harness.user('sharer')
  const [browser, line] = [await tokens.open(userId, where), await tokens.open(userId, where)]
  const devices = await Promise.all(Array.from({ length: 6 }, () => beginDeviceLogin(store.db, where)))

  expect(await times(62, () => statusOf('renew', { secret: randomUUID() })), 'unknown secrets').toBe(2)
  expect(await times(62, () => statusOf('cli/token', { deviceCode: randomUUID() })), 'unknown codes').toBe(2)
  expect(await statusOf('renew', {}, { cookie: `longshore_session=${browser.secret}` })).toBe(200)
  expect(await times(62, () => statusOf('renew', { secret: line.secret }))).toBe(2)
  expect(await statusOf('renew', {}, { cookie: `longshore_session=${browser.secret}` })).toBe(200)
  for (const { deviceCode } of devices) expect(await times(12, () => statusOf('cli/token', { deviceCode }))).toBe(0)

  const wrong = { authorization: 'Bearer made-up' }
  expect(await statusOf('renew', { secret: browser.secret }, wrong)).toBe(401)
  expect(await statusOf('renew', {}, wrong), 'a wrong token from an address over its limit').toBe(429)
})

test.each([
  ['an unknown token', `lsk_${'x'.repeat(43)}`, '203.0.113.20'],
  ['another scheme', 'Basic abc', '203.0.113.21'],
])('a caller with %s is counted by address', async (_what, token, remoteAddress) => {
  const statusFor = async (headers: Record<string, string>) =>
    (await harness.inject({ url: '/api/profile', remoteAddress, headers })).statusCode
  const statuses: number[] = []
  while (statuses.length < 105) statuses.push(await statusFor({ authorization: `Bearer ${token}` }))
  expect(statuses).toEqual([...Array(100).fill(401), ...Array(5).fill(429)])
  const { token: right } = await harness.user(`neighbour-of-${remoteAddress}`)
  expect(await statusFor({ authorization: `Bearer ${right}` }), 'a user at the same address').toBe(200)
})

test('pictures, which are expensive to process, are limited to twenty a minute', async () => {
  const { token } = await harness.user('painter')
  const upload = async () =>
    (
      await harness.inject({
        method: 'POST',
        url: '/api/profile/avatar',
        headers: { 'content-type': 'image/png' },
        payload: Buffer.from('a file'),
        token,
      })
    ).statusCode
  const statuses: number[] = []
  while (statuses.length < 22) statuses.push(await upload())
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})
