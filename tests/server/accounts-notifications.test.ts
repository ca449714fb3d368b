import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyUser } from '../../server/live/outbox.ts'
import { users } from '../../server/store/schema.ts'
import type { Notification } from '../../src/contract/wire/notification.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'
import { signedIn } from './signed-in.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

/** Creates a user with the welcome notification and these. */
const notifiedUser = async (username: string, types: Notification['type'][]) => {
  const user = await signedIn(harness, username)
  const [row] = await harness.store.db.select().from(users).where(eq(users.username, username))
  if (!row) throw new Error('The user does not exist.')
  for (const type of types)
    await notifyUser(harness.store.db, row.id, { type, title: `A ${type}`, message: 'It happened.' })
  const list = async (query = '') =>
    (await user.call('GET', `user-notification/paginated${query}`)).body as {
      notifications: Notification[]
      totalCount: number
      unreadCount: number
    }
  return { ...user, list }
}

test('one is marked as read, and then all [A7.7] [A7.8] [A4.11]', async () => {
  const reader = await notifiedUser('reader', ['error', 'success'])
  const before = await reader.list()
  expect(before).toMatchObject({ totalCount: 3, unreadCount: 3 })
  const [newest] = before.notifications
  const one = await reader.call('PUT', `user-notification/read/${newest?._id}`)
  expect(one).toEqual({ status: 200, body: { unreadCount: 2, sequence: 3 } })
  expect((await reader.list()).notifications.map(({ read }) => read)).toEqual([true, false, false])
  expect((await reader.call('GET', 'profile')).body.user.notifications).toEqual({ unreadCount: 2, sequence: 3 })

  const all = await reader.call('PUT', 'user-notification/read/all')
  expect(all.body).toEqual({ unreadCount: 0, sequence: 3 })
  expect((await reader.list()).notifications.map(({ read }) => read)).toEqual([true, true, true])
})

test('lists by type, and unread ones alone, page by page [A7.6] [A9.6]', async () => {
  const reader = await notifiedUser('sorter', ['error', 'success', 'error'])
  const errors = await reader.list('?type=error')
  expect(errors).toMatchObject({ totalCount: 2, unreadCount: 4 })
  await reader.call('PUT', `user-notification/read/${errors.notifications[0]?._id}`)
  expect((await reader.list('?type=error&unread=y')).notifications).toHaveLength(1)
  expect(await reader.list('?unread=n')).toMatchObject({ totalCount: 1, notifications: [{ sequence: 4 }] })
  const second = await reader.list('?skip=2&limit=2')
  expect(second.notifications.map(({ sequence }) => sequence)).toEqual([2, 1])
})

test('a user cannot mark another user’s notification as read', async () => {
  const [one, other] = [await notifiedUser('told-one', []), await notifiedUser('told-other', [])]
  const [foreign] = (await other.list()).notifications
  await one.call('PUT', `user-notification/read/${foreign?._id}`)
  await one.call('PUT', 'user-notification/read/all')
  expect((await other.list()).unreadCount).toBe(1)
})
