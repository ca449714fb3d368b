import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeAdmission, restrictAccess } from '../../server/admin/change-admission.ts'
import { findUsers } from '../../server/admin/read-users.ts'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import { newApiKey } from '../../server/keys/api-keys.ts'
import { installationId } from '../../server/start-up/installation.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type LiveHarness, liveHarness, watched } from '../server/live-harness.ts'
import { createOrganizationFixture, join, type OrganizationFixture } from '../server/platform-harness.ts'
import { until } from '../server/until.ts'

let harness: LiveHarness
let fixture: OrganizationFixture
beforeAll(async () => {
  harness = await liveHarness()
  fixture = await createOrganizationFixture(harness.store, { open: false })
  await installationId(harness.store.pool)
})
afterAll(() => harness.close())

const operator = 'Olga'
const apply = (userId: UserId, change: Parameters<typeof changeAdmission>[1]['change']) =>
  changeAdmission(harness.store.db, { userId, change, reason: 'abuse', operator })
const restrict = (isRestricted: boolean) => restrictAccess(harness.store.db, { isRestricted, operator })

/** A member with a session, an API token, a socket that watches their organisation, and an open event stream. */
const member = async (name: string) => {
  const { userId, token } = await harness.user(name)
  await join(harness.store, fixture.organizationId, userId, 'admin')
  const { value: apiKey, hash, start } = newApiKey()
  await harness.store.pool.query(
    `insert into api_key (user_id, organization_id, app_type, name, hash, start) values ($1, $2, 'compute', 'a key', $3, $4)`,
    [userId, fixture.organizationId, hash, start],
  )
  const sockets = [harness.connect(token), harness.connect(apiKey)]
  await Promise.all(sockets.map((socket) => once(socket as unknown as NodeJS.EventEmitter, 'connect')))
  const watches = await Promise.all(
    sockets.map((socket) => watched(socket, `organization/${fixture.organizationId}`, null)),
  )
  expect(watches.map(({ response }) => response.ok)).toEqual([true, true])
  const stream = await fetch(`${harness.origin}/api/user-notification`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  return { userId, token, apiKey, sockets, watches, stream }
}

const isRejected = async (credential: string) =>
  (await harness.inject({ url: '/api/profile', token: credential })).statusCode === 401

type Member = Awaited<ReturnType<typeof member>>

const expectOut = async ({ token, apiKey, sockets, watches, stream }: Member) => {
  await until(async () => sockets.every(({ disconnected }) => disconnected), 3000)
  for (const credential of [token, apiKey]) {
    await until(() => isRejected(credential), 3000)
    const socket = harness.connect(credential)
    const [error] = await Promise.race([
      once(socket as unknown as NodeJS.EventEmitter, 'connect_error'),
      once(socket as unknown as NodeJS.EventEmitter, 'connect').then(() => ['connected']),
    ])
    expect(error).toBeInstanceOf(Error)
  }
  const received = watches.map(({ got }) => got.length)
  await harness.publish(fixture.organizationId, 3)
  expect(watches.map(({ got }) => got.length)).toEqual(received)
  // Reads to the end: the stream is closed by the server.
  await stream.text()
}

const expectIn = async ({ token, apiKey, sockets }: Member) => {
  expect([await isRejected(token), await isRejected(apiKey)]).toEqual([false, false])
  expect(sockets.map(({ connected }) => connected)).toEqual([true, true])
}

describe('a user who is no longer admitted keeps no session, token, socket or stream', () => {
  test.each(['ban', 'check'] as const)('after %s', async (change) => {
    const [gone, other] = [await member(`gone-${change}`), await member(`other-${change}`)]
    await expectIn(gone)
    expect((await apply(gone.userId, change)).endedSessions).toBe(1)
    await expectOut(gone)
    await expectIn(other)
    await other.stream.body?.cancel()
  })

  test('after access was restricted to others', async () => {
    const [gone, other] = [await member('gone-restricted'), await member('other-restricted')]
    await apply(other.userId, 'grant')
    await restrict(true)
    await expectOut(gone)
    await expectIn(other)
    await apply(other.userId, 'deny')
    await expectOut(other)
    await restrict(false)
  })
})

test('an API token works again after the ban, and an ended session does not', async () => {
  const user = await member('back')
  await apply(user.userId, 'ban')
  await expectOut(user)
  await apply(user.userId, 'unban')
  await until(async () => !(await isRejected(user.apiKey)))
  expect(await isRejected(user.token)).toBe(true)
})

test('an operator bans a user by id although another user has that id as their username', async () => {
  const [{ userId }, other] = [await harness.user('named'), await harness.user('namesake')]
  await harness.store.pool.query('update "user" set username = $1 where id = $2', [userId, other.userId])
  expect((await findUsers(harness.store.db, userId)).map(({ id }) => id)).toEqual([userId])
})

test('a command line that was approved, a pending second factor and an unused code end with the ban', async () => {
  const { userId } = await harness.user('pending')
  const count = async () => {
    const { rows } = await harness.store.pool.query(
      `select (select count(*) from device_login where user_id = $1 and status = 'approved')
            + (select count(*) from pending_sign_in where user_id = $1)
            + (select count(*) from sign_in_code where user_id = $1) as count`,
      [userId],
    )
    return Number(rows[0].count)
  }
  await harness.store.pool.query(
    `insert into device_login (device_hash, user_code, user_agent, address, status, user_id, expires_at)
     values ('d', 'BCDFGHJK', '', '', 'approved', $1, now() + interval '5 minutes')`,
    [userId],
  )
  await harness.store.pool.query(
    `insert into pending_sign_in (secret_hash, user_id, provider, address, user_agent, expires_at)
     values ('p', $1, 'github', '', '', now() + interval '5 minutes')`,
    [userId],
  )
  await harness.store.pool.query(
    `insert into sign_in_code (code_hash, browser_hash, user_id, "grant", expires_at)
     values ('c', 'b', $1, '{"kind":"signIn","provider":"github","isNew":false}', now() + interval '1 minute')`,
    [userId],
  )
  expect(await count()).toBe(3)
  await apply(userId, 'ban')
  expect(await count()).toBe(0)
})

test('a change, its audit entry and the end of the sessions are one transaction', async () => {
  const { userId, token } = await harness.user('whole')
  await harness.store.pool.query(
    `create function reject_entry() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
     create trigger reject_entry before insert on audit_entry for each row
       when (new.action = 'account.banned') execute function reject_entry()`,
  )
  await expect(apply(userId, 'ban')).rejects.toMatchObject({ cause: { message: 'disk full' } })
  await harness.store.pool.query('drop trigger reject_entry on audit_entry; drop function reject_entry()')
  expect((await harness.inject({ url: '/api/profile', token })).statusCode).toBe(200)
  const { rows } = await harness.store.pool.query('select banned_for from "user" where id = $1', [userId])
  expect(rows[0].banned_for).toBeNull()
  await apply(userId, 'ban')
  expect((await verifyChain(harness.store.db, userId)).violation).toBeNull()
})
