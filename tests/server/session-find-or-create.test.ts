import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrCreateUser, type SignIn } from '../../server/session/find-or-create-user.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { loginConnections, notifications, users } from '../../server/store/schema.ts'
import { type TestDatabase, testDatabase } from './database.ts'

let database: TestDatabase
let store: Store
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await store.close()
  await database.close()
})

const signIn = (subject: string, username: string, rest: Partial<SignIn> = {}): SignIn => ({
  provider: 'github',
  identity: { subject, username, name: username, email: `${subject}@example.org`, avatar: null, url: null },
  unknownUser: 'create',
  sameEmail: 'reject',
  productName: 'Longshore',
  address: '127.0.0.1',
  ...rest,
})
const userOf = async (id: string) =>
  (
    await store.db
      .select()
      .from(users)
      .where(eq(users.id, id as never))
  )[0]

test('twenty concurrent first sign-ins create one user, one connection and one welcome', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, () => findOrCreateUser(store.db, signIn('1', 'racer'))))
  expect(new Set(results.map(({ userId }) => userId)).size).toBe(1)
  expect(
    results.filter(({ isNew }) => isNew),
    'one response marks the account as new [A4.3]',
  ).toHaveLength(1)
  expect(await store.db.$count(users, eq(users.username, 'racer'))).toBe(1)
  expect(await store.db.$count(loginConnections, eq(loginConnections.subject, '1'))).toBe(1)
  expect(await store.db.$count(notifications)).toBe(1)
})

test('users who request the same username each get their own', async () => {
  const results = await Promise.all(
    ['11', '12', '13'].map((subject) => findOrCreateUser(store.db, signIn(subject, 'Same_Name'))),
  )
  const users = await Promise.all(results.map(({ userId }) => userOf(userId)))
  expect(users.map((user) => user?.username).sort()).toEqual(['same-name', 'same-name-2', 'same-name-3'])
})

test.each([
  ['Zoë.Müller', 'zoe-mueller'],
  ['Порт', 'port'],
  ['李', 'person'],
  ['--x--', 'x'],
  ['a'.repeat(90), 'a'.repeat(53)],
  [`${'b'.repeat(52)} c`, 'b'.repeat(52)],
  ['a__b', 'a-b'],
])('the username of %j can be saved again unchanged', async (preferred, username) => {
  const { userId } = await findOrCreateUser(store.db, signIn(`named ${preferred}`, preferred))
  expect((await userOf(userId))?.username).toBe(username)
  expect(username).toMatch(/^[a-z0-9][a-z0-9-]{0,59}$/)
})

test('[A8.13] a login without an account is rejected, and nothing is written', async () => {
  const before = await store.db.$count(users)
  await expect(findOrCreateUser(store.db, signIn('21', 'unknown', { unknownUser: 'reject' }))).rejects.toMatchObject({
    code: 'user_not_found',
  })
  expect(await store.db.$count(users)).toBe(before)
})

test('[A8.16] [A8.17] two accounts never share an e-mail address, in any case', async () => {
  await findOrCreateUser(store.db, signIn('31', 'mail-owner'))
  const { identity } = signIn('32', 'mail-thief')
  const again = (provider: SignIn['provider']) =>
    findOrCreateUser(
      store.db,
      signIn('32', 'mail-thief', { provider, identity: { ...identity, email: '31@EXAMPLE.org' } }),
    )
  await expect(again('gitlab')).rejects.toMatchObject({ code: 'account_with_git_email_exists' })
  await expect(again('google')).rejects.toMatchObject({ code: 'email_already_exists_with_another_account' })
})

test('[A2.15] the referral code of the sign-up is stored', async () => {
  const { userId } = await findOrCreateUser(store.db, signIn('41', 'referred', { referralCode: 'ADA-10' }))
  expect((await userOf(userId))?.referredWith).toBe('ADA-10')
})
