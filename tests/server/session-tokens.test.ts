import { sql } from 'drizzle-orm'
import { SignJWT, UnsecuredJWT } from 'jose'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { derivedKey } from '../../server/session/derived-key.ts'
import { endSession } from '../../server/session/sessions.ts'
import { createTokens, type Tokens } from '../../server/session/tokens.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { sessions, users } from '../../server/store/schema.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { scaleToLoad } from '../scale-to-load.ts'
import { type TestDatabase, testDatabase } from './database.ts'

const SECRET = 'a secret of these tests, long enough'
const log = pino({ level: 'silent' })
const ended = expect.objectContaining({ code: 'sessionEnded', status: 401 })

let database: TestDatabase
let store: Store
let tokens: Tokens
let userId: UserId
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log })
  tokens = createTokens(SECRET, store)
  const [row] = await store.db.insert(users).values({ username: 'ada', name: 'Ada' }).returning()
  if (!row) throw new Error('The user was not created')
  userId = row.id
})
afterAll(async () => {
  tokens.stop()
  await store.close()
  await database.close()
})

const opened = async (): Promise<string> => (await tokens.open(userId, { address: '', userAgent: '' })).token
const end = async (token: string): Promise<void> => {
  await endSession(store.db, '127.0.0.1', userId, claims(token).sid)
  tokens.clearCache()
}
const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('a token names its user and expires after a quarter of an hour', async () => {
  const token = await opened()
  const caller = await tokens.authenticate(token)
  expect(caller).toEqual({
    kind: 'user',
    userId,
    by: { session: claims(token).sid, expiresAtMs: expect.any(Number) },
  })
  expect(claims(token).exp - claims(token).iat).toBe(15 * 60)
})

test('[A6.1] a caller without a token is a visitor', async () => {
  expect(await tokens.authenticate(undefined)).toEqual({ kind: 'visitor' })
})

test('a token that this installation did not sign is rejected', async () => {
  const token = await opened()
  const [header = '', payload = '', signature = ''] = token.split('.')
  const changed = Buffer.from(JSON.stringify({ ...claims(token), sub: 'somebody-else' })).toString('base64url')
  const foreign = await new SignJWT(claims(token))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(derivedKey('the secret of another installation', 'session-tokens'))
  const otherPurpose = await new SignJWT(claims(token))
    .setProtectedHeader({ alg: 'HS256' })
    .sign(derivedKey(SECRET, 'sign-in-attempts'))
  for (const forged of [
    `${header}.${changed}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -2)}`,
    `${header}.${payload}.`,
    new UnsecuredJWT(claims(token)).encode(),
    foreign,
    otherPurpose,
    'not a token',
    '',
  ])
    await expect(tokens.authenticate(forged), forged).rejects.toEqual(ended)
})

test('a token is rejected once it expires, by its own expiry and by that of its session', async () => {
  const token = await opened()
  const expired = await new SignJWT({ sid: claims(token).sid })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('longshore')
    .setSubject(userId)
    .setExpirationTime('-1s')
    .sign(derivedKey(SECRET, 'session-tokens'))
  await expect(tokens.authenticate(expired)).rejects.toEqual(ended)
  await store.db.update(sessions).set({ expiresAt: sql`now()` })
  await expect(tokens.authenticate(token)).rejects.toEqual(ended)
})

test('an ended session ends at once on this node, and on another node as soon as it is notified', async () => {
  const otherStore = openStore({ url: database.url, log })
  const other = createTokens(SECRET, otherStore)
  const listens = Promise.withResolvers<void>()
  otherStore.listen('rights', (notification) => notification === null && listens.resolve())
  const [token, kept] = [await opened(), await opened()]
  await listens.promise
  await Promise.all([tokens.authenticate(token), other.authenticate(token)])

  const notified = Promise.withResolvers<void>()
  otherStore.listen('rights', () => notified.resolve())
  const endedAtMs = performance.now()
  await end(token)
  await expect(tokens.authenticate(token)).rejects.toEqual(ended)
  await notified.promise
  await expect(other.authenticate(token)).rejects.toEqual(ended)
  expect(performance.now() - endedAtMs).toBeLessThan(4000)
  expect(await tokens.authenticate(kept)).toMatchObject({ userId })
  other.stop()
  await otherStore.close()
})

test('a node without notifications caches a session for a second at most', async () => {
  const deafStore = openStore({ url: database.url, log })
  const deaf = createTokens(SECRET, { ...deafStore, listen: () => () => undefined })
  const token = await opened()
  await deaf.authenticate(token)
  await end(token)
  const endedAtMs = performance.now()
  await expect
    .poll(
      () =>
        deaf.authenticate(token).then(
          () => 'good',
          () => 'ended',
        ),
      { interval: 50 },
    )
    .toBe('ended')
  expect(performance.now() - endedAtMs).toBeLessThan(scaleToLoad(1200))
  await deafStore.close()
})

test('a thousand concurrent requests cause one database query', async () => {
  const token = await opened()
  let acquired = 0
  const count = () => {
    acquired += 1
  }
  store.pool.on('acquire', count)
  await Promise.all(Array.from({ length: 1000 }, () => tokens.authenticate(token)))
  store.pool.off('acquire', count)
  expect(acquired).toBe(1)
})

test('an unreachable database does not count as an ended session', async () => {
  const gone = openStore({ url: 'postgres://nobody@127.0.0.1:1/none', log })
  const onGone = createTokens(SECRET, gone)
  const token = await opened()
  await expect(onGone.authenticate(token)).rejects.not.toEqual(ended)
  onGone.stop()
  await gone.close()
})
