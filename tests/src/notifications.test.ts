import { expect, test } from 'vitest'
import { queriesInvalidatedByNotification } from '../../src/calls/invalidation.ts'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { Notification } from '../../src/contract/wire/notification.ts'
import type { Message } from '../../src/message.ts'
import { notificationPath } from '../../src/notifications/notification-path.ts'
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
    type: 'api/readNotifications.succeeded',
    input: { skip: 0, limit: 20 },
    response: { notifications: rows, totalCount: rows.length, unreadCount: 0, sequence: 0 },
    requestId: null,
    atMs: 0,
  }) as Message

// The bus passes only messages that the slice handles.
const after = (...messages: Message[]) =>
  messages.reduce((state, message) => notifications.reduce(state, message as never), notifications.initial)

test('merges the list and the stream, newest first and without duplicates [A4.11]', () => {
  const state = after(notified(3), listed(row(1), row(2), row(3, { read: true })), notified(4))
  expect(state.rows.map(({ sequence }) => sequence)).toStrictEqual([4, 3, 2, 1])
  expect(state.rows[1]?.read).toBe(true)
})

const profile = (unreadCount: number, sequence: number) =>
  ({ type: 'api/readProfile.succeeded', response: { user: { notifications: { unreadCount, sequence } } } }) as Message

test('new notifications increase the server’s unread count, and repeated ones do not', () => {
  expect(after(profile(7, 9), notified(10), notified(10), notified(11)).unread).toBe(9)
  expect(after(notified(9), profile(7, 9)).unread).toBe(7)
  expect(after(profile(7, 9), notified(10), profile(7, 9)).unread).toBe(8)
})

test('marks one as read in this tab, or all in another tab [A4.11]', () => {
  const one = {
    type: 'api/markNotificationRead.succeeded',
    input: { id: 'n1' },
    response: { unreadCount: 1, sequence: 2 },
  } as Message
  const all: Message = { type: 'tab/notificationsRead', id: null, unreadCount: 0, sequence: 2 }
  const marked = after(notified(1), notified(2), one)
  expect([marked.unread, marked.rows.map(({ read }) => read)]).toStrictEqual([1, [false, true]])
  const done = after(notified(1), notified(2), notified(3), all)
  // The third came after the others were read.
  expect(done.rows.map(({ read }) => read)).toStrictEqual([false, true, true])
})

test('keeps at most 50, and none after sign-out', () => {
  const many = Array.from({ length: 60 }, (_, index) => notified(index + 1))
  expect(after(...many).rows).toHaveLength(50)
  expect(after(...many).rows.at(-1)?.sequence).toBe(11)
  expect(after(...many, { type: 'tab/signedOut' })).toStrictEqual({ rows: [], unread: 0, counted: 0 })
})

const paymentSettled = (status: 'completed' | 'failed', changes: Partial<Notification> = {}): Message => ({
  type: 'sse/notified',
  notification: row(1, { type: 'info', additionalData: { payment: { processor: 'stripe', status } }, ...changes }),
  atMs: 4999,
})

test('a failed payment is an error with a fixed text, and a completed one shows its own text [A4.11, P8.11]', () => {
  const toastsAfter = (message: Message) => toasts.reduce([], message as never)
  expect(toastsAfter(paymentSettled('failed'))).toMatchObject([
    { kind: 'error', title: 'Payment Failed', message: 'Payment processing encountered an error' },
  ])
  expect(toastsAfter(paymentSettled('completed'))).toMatchObject([{ kind: 'info', title: 'Instance active' }])
  expect(toastsAfter(paymentSettled('failed', { message: '' })), 'needs no message').toHaveLength(1)
  expect(toastsAfter(paymentSettled('failed', { timestamp: -1 }))).toEqual([])
})

test('only a completed payment invalidates the credits [A4.11]', () => {
  const old = (message: Message) =>
    message.type === 'sse/notified' ? queriesInvalidatedByNotification(message.notification) : []
  const credits = ['readCredits', 'readOrganizationCredits']
  expect(old(paymentSettled('completed'))).toEqual(expect.arrayContaining(credits))
  for (const name of credits) expect(old(paymentSettled('failed'))).not.toContain(name)
})

test.each([
  [
    '[A8.14]',
    'ask_admin_to_provide_access_to_dev_env',
    'You do not have access to the development environment. Ask your administrator.',
  ],
  [
    '[A8.15]',
    'waiting_for_access_to_dev_env',
    'Your request for access to the development environment is pending. Wait for your administrator to approve it.',
  ],
  ['[A8.16]', 'account_with_git_email_exists', 'There is already an account associated with your Git email address.'],
  [
    '[A8.17]',
    'email_already_exists_with_another_account',
    'There is already an account associated with your email address.',
  ],
  ['[A8.18]', 'new_connection_email_mismatch', 'The new provider connection uses a different email address.'],
  ['[A8.19]', 'user_already_has_github_connection', 'Github connection already exists.'],
  ['[A8.20]', 'user_already_has_gitlab_connection', 'Gitlab connection already exists.'],
  ['[A8.21]', 'user_already_has_bitbucket_connection', 'Bitbucket connection already exists.'],
])('%s the code %s, of this tab or another, is shown once, with its message', (_, code, message) => {
  for (const type of [
    'tab/signInFailed',
    'api/signInFailed',
    'tab/connectionFailed',
    'api/connectionFailed',
  ] as const) {
    const failed = { type, code }
    const state = toasts.reduce(toasts.reduce([], failed), failed)
    expect(state).toMatchObject([{ title: 'Error Found', message }])
  }
})

test('a sign-in that the user cancelled at the provider is not an error', () => {
  const cancelled: Message = {
    type: 'ui/callbackOpened',
    provider: null,
    code: null,
    error: 'sign_in_cancelled',
  } as never
  expect(toasts.reduce([], cancelled)).toMatchObject([{ kind: 'info', title: 'New Info' }])
})

test('a notification opens its subject, unless the user is no longer a member of the organisation', () => {
  const organizations = [{ _id: 'o1', profile: { username: 'harbour' } }] as Organization[]
  for (const [data, path] of [
    [{ organizationId: 'o1', projectId: 'p1', instance: 'i1' }, '/harbour/p1/i1'],
    [{ organizationId: 'o1', projectId: 'p1', instance: 'i1', job: 'j1' }, '/harbour/p1/i1/jobs?job=j1'],
    [{ organizationId: 'o2', projectId: 'p1', instance: 'i1' }, null],
    [{ organizationId: 'o1', alert: 'r1' }, '/harbour/alerts?rule=r1'],
    [{ organizationId: 'o1', alert: 'r1', incident: 'n1' }, '/harbour/alerts?rule=r1&incident=n1'],
    [{ organizationId: 'o1', alertChannel: 'c1' }, '/harbour/settings/channels?channel=c1'],
    [
      { organizationId: 'o1', payment: { processor: 'stripe', status: 'failed', id: 'p1' } },
      '/harbour/billing/payments/p1',
    ],
    [{ organizationId: 'o1' }, '/harbour/members'],
    [{ organizationId: 'o2', inviteId: 'v1' }, '/invite/v1'],
    [{ organizationId: 'o1', inviteId: 'v1' }, '/harbour/dashboard'],
    [{ subject: 'onboarding' }, '/harbour/dashboard'],
    [{ subject: 'profile' }, '/user/settings/general'],
    [{ subject: 'security' }, '/user/settings/security'],
    [{ subject: 'referral' }, '/user/settings/referrals'],
    [{ subject: 'repositories' }, '/user/settings/login-connections'],
    [{ subject: 'funds', organizationId: 'o1' }, '/harbour/billing/payment-methods'],
    [{ subject: 'funds', organizationId: 'o2' }, null],
    [{ subject: 'of a later version' }, null],
    [{}, null],
  ] as const)
    expect(notificationPath(data, organizations), JSON.stringify(data)).toBe(path)
})

test('the welcome opens onboarding until the user has an organisation', () => {
  expect(notificationPath({ subject: 'onboarding' }, [])).toBe('/onboarding')
})
