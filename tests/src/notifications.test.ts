import { expect, test } from 'vitest'
import type { Notification } from '../../src/contract/wire/notification.ts'
import type { Message } from '../../src/message.ts'
import { notifications } from '../../src/notifications/notifications.ts'
import { toasts } from '../../src/toasts/toasts.ts'

const row = (sequence: number, changes: Partial<Notification> = {}): Notification => ({
  _id: `n${sequence}`,
  sequence,
  read: false,
  title: 'Instance active',
  message: `lantern ${sequence} is active`,
  description: '',
  type: 'success',
  timestamp: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  session: null,
  additionalData: {},
  ...changes,
})

const notified = (sequence: number): Message => ({ type: 'sse/notified', notification: row(sequence), atMs: 0 })
const listed = (...rows: Notification[]) =>
  ({
    type: 'api/readNotifications.answered',
    input: { skip: 0, limit: 20 },
    answer: { notifications: rows, totalCount: rows.length },
    ask: null,
    atMs: 0,
  }) as Message

// A slice is told only of what it knows; the bus sees to that.
const after = (...messages: Message[]) =>
  messages.reduce((state, message) => notifications.reduce(state, message as never), notifications.initial)

test('the list and the stream tell of the same ones, newest first and once each [A4.11]', () => {
  const state = after(notified(3), listed(row(1), row(2), row(3, { read: true })), notified(4))
  expect(state.rows.map(({ sequence }) => sequence)).toStrictEqual([4, 3, 2, 1])
  expect(state.rows[1]?.read).toBe(true)
})

test('what came since the list was looked at is counted, and a repeated one is not', () => {
  expect(after(notified(1), notified(2), notified(2)).unseen).toBe(2)
  expect(after(notified(1), { type: 'ui/notificationsSeen' }, notified(2)).unseen).toBe(1)
})

test('no more than 50 are kept, and none for the next person', () => {
  const many = Array.from({ length: 60 }, (_, index) => notified(index + 1))
  expect(after(...many).rows).toHaveLength(50)
  expect(after(...many).rows.at(-1)?.sequence).toBe(11)
  expect(after(...many, { type: 'tab/signedOut' })).toStrictEqual({ rows: [], unseen: 0 })
})

test('a failed sign-in is told once, in the words of its code [A8.16]', () => {
  const failed: Message = { type: 'tab/signInFailed', code: 'account_with_git_email_exists' }
  const state = toasts.reduce(toasts.reduce([], failed), failed)
  expect(state).toMatchObject([
    { title: 'Error Found', words: 'There is already an account associated with your Git email address.' },
  ])
})
