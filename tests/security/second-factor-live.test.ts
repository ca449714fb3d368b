import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginPendingSignIn } from '../../server/session/factors/pending-sign-ins.ts'
import { type LiveHarness, liveHarness } from '../server/live-harness.ts'

let harness: LiveHarness
let signIn: string
beforeAll(async () => {
  harness = await liveHarness()
  const { userId } = await harness.user('target')
  signIn = await beginPendingSignIn(harness.store.db, userId, { provider: 'github', address: '', userAgent: '' })
})
afterAll(() => harness.close())

test('a socket rejects a sign-in without its second factor, over either transport', async () => {
  for (const transport of ['websocket', 'polling']) {
    const socket = harness.connect(signIn, { transports: [transport] })
    const connectError = await new Promise<{ data?: unknown }>((resolve, reject) => {
      socket.on('connect_error', resolve)
      socket.on('connect', () => reject(new Error('The socket was accepted.')))
    })
    expect(connectError.data).toMatchObject({ error: 'secondFactorNeeded' })
  }
})

test('the event stream rejects it too', async () => {
  const response = await fetch(`${harness.origin}/api/user-notification`, {
    headers: { authorization: `Bearer ${signIn}` },
  })
  expect([response.status, (await response.json()).error]).toEqual([403, 'secondFactorNeeded'])
})
