import { concat, NEVER, type Observable } from 'rxjs'
import { expect, test } from 'vitest'
import { broadcastNotificationsRead, showOnDesktop } from '../../../effects/notifications/notification-effects.ts'
import { requestDesktopPermission } from '../../../effects/notifications/request-desktop-permission.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const notified = (change: object = {}, atMs = 0): Message =>
  ({
    type: 'sse/notified',
    atMs,
    notification: {
      _id: 'n1',
      title: 'Instance active',
      message: 'lantern is active',
      timestamp: 0,
      additionalData: {},
      ...change,
    },
  }) as Message

const setup = (m: Marbles, lock?: () => Observable<void>) => {
  const world = fakeWorld(m.scheduler)
  return { world, deps: effectHarness(lock ? { ...world, lock } : world, () => NEVER).deps }
}

test(
  'given a desktop, when a notification is fresh and has a message, then it is shown there under its own id [A2.35]',
  marbles((m) => {
    const { world, deps } = setup(m)
    const inputs = { f: notified(), o: notified({ _id: 'n2' }, 5000), e: notified({ _id: 'n3', message: '' }) }
    m.expect(showOnDesktop(messagesFrom(m.hot('-foe', inputs)), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual(['desktop n1: Instance active, lantern is active'])
  }),
)

test(
  'given another tab that holds the lock, when a second has passed, then this tab gives up, even if the lock is released later [A2.35]',
  marbles((m) => {
    const { world, deps } = setup(m, () => concat(m.cold<void>('1001ms (x|)'), NEVER))
    m.expect(showOnDesktop(messagesFrom(m.hot('-f', { f: notified() })), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual([])
  }),
)

test(
  'given an acquired lock, when 5 s have passed, then it is released',
  marbles((m) => {
    const lock$ = m.cold<void>('x')
    const { deps } = setup(m, () => lock$)
    m.expect(showOnDesktop(messagesFrom(m.hot('-f', { f: notified() })), deps)).toBeObservable('-')
    m.expect(lock$).toHaveSubscriptions('-^ 4999ms !')
  }),
)

test(
  'requests the desktop permission once, at start, before anybody has signed in [A2.35]',
  marbles((m) => {
    const { world, deps } = setup(m)
    m.expect(requestDesktopPermission(messagesFrom(m.hot<Message>('-')), deps)).toBeObservable('|')
    m.flush()
    expect(world.recordedCalls).toStrictEqual(['ask for the desktop'])
  }),
)

test(
  'notifications that are read here are posted to the other tabs [A4.11]',
  marbles((m) => {
    const { world, deps } = setup(m)
    const counted = { unreadCount: 3, sequence: 9 }
    const inputs = {
      o: { type: 'api/markNotificationRead.succeeded', input: { id: 'n1' }, response: counted } as Message,
      a: {
        type: 'api/markAllNotificationsRead.succeeded',
        input: {},
        response: { unreadCount: 0, sequence: 9 },
      } as Message,
    }
    m.expect(broadcastNotificationsRead(messagesFrom(m.hot('-oa', inputs)), deps)).toBeObservable('-')
    m.flush()
    expect(world.recordedCalls).toStrictEqual([
      'post {"kind":"notificationsRead","id":"n1","unreadCount":3,"sequence":9}',
      'post {"kind":"notificationsRead","id":null,"unreadCount":0,"sequence":9}',
    ])
  }),
)

test(
  'given a stream of notifications, then those younger than 5 s with a message are toasts, newest on top, five at most [A2.34, A9.1]',
  marbles((m) => {
    const { world } = setup(m)
    const { bus } = effectHarness(world, () => NEVER)
    const arrive = (_id: string, timestamp: number) => ({ n: notified({ _id, timestamp, message: _id }) })
    const inputs = m.hot<Message>('a 4998ms b(cdefg)', {
      ...Object.fromEntries('acdefg'.split('').map((name) => [name, arrive(name, 0).n])),
      b: notified({ _id: 'b', message: 'b', timestamp: 0 }, 5000),
    })
    bus.listen(inputs)
    m.flush()
    expect(bus.read().toasts.map(({ message }) => message)).toStrictEqual(['g', 'f', 'e', 'd', 'c'])
  }),
)
