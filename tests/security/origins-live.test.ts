import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveHarness, liveHarness } from '../server/live-harness.ts'

let harness: LiveHarness
beforeAll(async () => {
  harness = await liveHarness()
})
afterAll(() => harness.close())

const FOREIGN = [
  { origin: 'https://attacker.example' },
  { origin: 'http://hello.localhost:4600' },
  { origin: 'http://localhost:8080' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'http://localhost:4600', 'sec-fetch-site': 'same-site' },
]

test.each(FOREIGN)('a foreign page (%j) cannot open a socket, by WebSocket or by polling', async (headers) => {
  for (const transports of [['websocket'], ['polling']]) {
    const socket = harness.connect(undefined, { transports, extraHeaders: headers })
    const end = await new Promise((resolve) => {
      socket.once('connect', () => resolve('connected'))
      socket.once('connect_error', () => resolve('rejected'))
    })
    expect(end).toBe('rejected')
  }
})

test.each([
  {},
  { origin: 'http://localhost:4600' },
  { origin: 'http://localhost:4600', 'sec-fetch-site': 'same-origin' },
])('the console and programs (%j) can open a socket', async (headers) => {
  const { token } = await harness.user('Ada')
  const socket = harness.connect(token, { extraHeaders: headers })
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(null))
    socket.once('connect_error', reject)
  })
})

test.each(FOREIGN)('a foreign page (%j) cannot open the notification stream', async (headers) => {
  const { token } = await harness.user('Bea')
  const response = await harness.inject({ url: '/api/user-notification', token, headers })
  expect([response.statusCode, response.json().error]).toEqual([403, 'foreignOrigin'])
})
