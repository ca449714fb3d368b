import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { notifyUser } from '../../server/live/outbox.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import { type LiveHarness, liveHarness } from './live-harness.ts'
import { createOrganizationFixture } from './platform-harness.ts'
import { until } from './until.ts'

let harness: LiveHarness
beforeAll(async () => {
  harness = await liveHarness()
})
afterAll(() => harness.close())

/** An open stream and what it has received so far. */
const listen = async (token: string | undefined, headers: Record<string, string> = {}, query = '?sessionId=tab-1') => {
  const abort = new AbortController()
  const response = await fetch(`${harness.origin}/api/user-notification${query}`, {
    signal: abort.signal,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  })
  let text = ''
  let ended = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true })
  })()
    .catch(() => undefined)
    .finally(() => {
      ended = true
    })
  const events = () =>
    text
      .split('\n\n')
      .filter((block) => block.includes('data: '))
      .map((block) => ({
        id: Number(/^id: (\d+)$/m.exec(block)?.[1]),
        data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'),
      }))
  const stop = () => {
    abort.abort()
    return reading
  }
  return { response, events, text: () => text, ended: () => ended, stop }
}

const notify = (userId: UserId, title: string, session: string | null = 'tab-1') =>
  notifyUser(harness.store.db, userId, {
    type: 'info',
    title,
    message: 'm',
    session,
    additionalData: { a: 1 },
  })

test('a user receives their notifications as they are created, in the wire format [A7.9]', async () => {
  const { userId, token } = await harness.user('hearer')
  const other = await harness.user('other')
  const stream = await listen(token)
  expect(stream.response.status).toBe(200)
  expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
  expect(stream.response.headers.get('cache-control')).toMatch(/no-transform/)
  await until(async () => stream.text().includes('retry: 1000'))
  await notify(other.userId, 'not yours')
  await notify(userId, 'first')
  await notify(userId, 'second')
  await until(async () => stream.events().length === 2)
  expect(stream.events()).toMatchObject([
    { id: 1, data: { sequence: 1, title: 'first', session: 'tab-1', additionalData: { a: 1 }, read: false } },
    { id: 2, data: { sequence: 2, title: 'second' } },
  ])
  await stream.stop()
})

test('a stream with a sessionId leaves out notifications addressed to other sessions, also when it resumes [A7.9]', async () => {
  const { userId, token } = await harness.user('addressee')
  const titles = (stream: { events(): { data: { title: string } }[] }) => stream.events().map(({ data }) => data.title)
  const one = await listen(token)
  const all = await listen(token, {}, '')
  await until(async () => all.text().includes('retry: 1000') && one.text().includes('retry: 1000'))
  await notify(userId, 'to another', 'tab-2')
  await notify(userId, 'to all', null)
  await notify(userId, 'to this one')
  await until(async () => all.events().length === 3 && one.events().length === 2)
  expect(titles(one)).toEqual(['to all', 'to this one'])
  expect(titles(all)).toEqual(['to another', 'to all', 'to this one'])
  await Promise.all([one.stop(), all.stop()])
  const resumed = await listen(token, { 'last-event-id': '0' }, '?sessionId=tab-2')
  await until(async () => resumed.events().length === 2)
  expect(titles(resumed)).toEqual(['to another', 'to all'])
  await resumed.stop()
})

test('a stream rejects an unknown or too long query field', async () => {
  const { token } = await harness.user('misspeller')
  for (const query of ['?session=tab-1', `?sessionId=${'x'.repeat(101)}`]) {
    const stream = await listen(token, {}, query)
    expect(stream.response.status).toBe(400)
    await stream.stop()
  }
})

test('a stream that resumes from its last event id misses nothing and repeats nothing [P7.63]', async () => {
  const { userId, token } = await harness.user('returner')
  const first = await listen(token)
  await notify(userId, 'one')
  await until(async () => first.events().length === 1)
  await first.stop()
  await notify(userId, 'two')
  await notify(userId, 'three')
  const again = await listen(token, { 'last-event-id': '1' })
  await notify(userId, 'four')
  await until(async () => again.events().length === 3)
  expect(again.events().map(({ id }) => id)).toEqual([2, 3, 4])
  await again.stop()
})

test('a stream needs a valid token', async () => {
  for (const token of [undefined, 'forged.token.here']) {
    const stream = await listen(token)
    expect(stream.response.status).toBe(401)
    expect(JSON.parse(stream.text() || (await until(async () => stream.text()))).message).toMatch(/log in/i)
    await stream.stop()
  }
})

test('an API token receives no notifications: they cover all organisations of its user', async () => {
  const { userId } = await harness.user('program')
  const { organizationId } = await createOrganizationFixture(harness.store, { open: false })
  const { value, hash, start } = newApiKey()
  await harness.store.pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start) values ($1, $2, 'compute', 'k', $3, $4)`,
    [userId, organizationId, hash, start],
  )
  const stream = await listen(value)
  expect(stream.response.status).toBe(403)
  expect(JSON.parse(await until(async () => stream.text())).error).toBe('sessionNeeded')
  await stream.stop()
})

test('a session that ends closes the stream within a second', async () => {
  const { userId, token } = await harness.user('sleeper')
  const stream = await listen(token)
  await until(async () => stream.text().includes('retry'))
  await harness.store.pool.query('update session set ended_at = now() where user_id = $1', [userId])
  await until(async () => stream.ended(), scaleToLoad(1000))
  await stream.stop()
})
