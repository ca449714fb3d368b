import { BehaviorSubject, of, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { LeaderMessage } from '../../streams/live/channel-message.ts'
import { fakeTabs } from './fake-tabs.ts'

const SETTLED_MS = 20
/** After this time, a visible tab has taken over. */
const TAKEOVER_MS = 7100
const HOUR_MS = 3_600_000

const oneTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

const leaderAndFollower = () => {
  const browser = fakeTabs()
  const [leader, follower] = [browser.openTab(), browser.openTab()]
  browser.pass(SETTLED_MS)
  browser.server.grow(3)
  browser.pass(SETTLED_MS)
  return { ...browser, leader, follower }
}

test('given a leader that freezes, when it was silent for 4 s and does not reply for 2 s, then a follower leads', () => {
  const { server, pass, leader, follower } = leaderAndFollower()
  leader.freeze()
  server.grow(4)
  pass(5900)
  expect(server.openSockets()).toBe(1)
  expect(follower.sequences()).toStrictEqual(oneTo(3))
  pass(200)
  expect(server.openSockets()).toBe(2)
  expect(follower.sequences()).toStrictEqual(oneTo(7))
})

test('given a running leader, when nothing happens for an hour, then it replies, and no tab takes over', () => {
  const { server, openTab, pass, leader, follower } = leaderAndFollower()
  const hidden = openTab(0, of(false))
  pass(HOUR_MS)
  expect(server.opened()).toBe(1)
  leader.freeze()
  pass(TAKEOVER_MS)
  expect(server.opened()).toBe(2)
  for (const tab of [leader, follower, hidden]) tab.close()
})

test('given a leader, when its timers no longer run, then it still replies', () => {
  const { server, pass, leader } = leaderAndFollower()
  leader.stopTimers()
  pass(HOUR_MS)
  expect(server.opened()).toBe(1)
})

test('given a deposed leader, when it thaws, then it follows, one connection is left, and no packet is lost or duplicated', () => {
  const { server, pass, leader, follower } = leaderAndFollower()
  leader.freeze()
  // The old connection is still open, so the frozen page receives this.
  server.grow(2)
  pass(TAKEOVER_MS)
  server.grow(2)
  pass(SETTLED_MS)
  leader.thaw()
  server.grow(2)
  pass(SETTLED_MS)
  expect(server.openSockets()).toBe(1)
  for (const tab of [leader, follower]) expect(tab.sequences()).toStrictEqual(oneTo(9))
  follower.close()
  server.grow(1)
  pass(SETTLED_MS)
  expect(leader.sequences()).toStrictEqual(oneTo(10))
})

test('given a deposed leader with a dead connection, when it notices that before the lost lock, then followers do not show it', () => {
  const { server, pass, leader, follower } = leaderAndFollower()
  leader.freeze()
  server.drop()
  pass(TAKEOVER_MS)
  const connections = (tab: typeof leader) =>
    tab.received.flatMap((message) => (message.kind === 'connection' ? [message.connection] : []))
  leader.thaw(500)
  pass(SETTLED_MS)
  expect(connections(follower)).not.toContain('reconnecting')
  expect(connections(leader).at(-1)).toBe('live')
})

test('given two followers, when both take over at the same moment, then one leads in the end', () => {
  const { server, openTab, pass, leader, follower } = leaderAndFollower()
  const second = openTab()
  pass(SETTLED_MS)
  leader.freeze()
  server.grow(2)
  pass(TAKEOVER_MS)
  leader.thaw()
  expect(server.opened()).toBe(3)
  pass(HOUR_MS)
  expect([server.openSockets(), server.opened()]).toStrictEqual([1, 3])
  for (const tab of [leader, follower, second]) expect(tab.sequences()).toStrictEqual(oneTo(5))
})

test('given followers with random delays, when one takes over, then the others do not, though its socket is still opening', () => {
  const { server, openTab, pass } = fakeTabs({ openingMs: 1500 })
  const leader = openTab()
  for (const chance of [0, 0.5, 0.9]) openTab(0, of(true), () => chance)
  pass(2000)
  leader.freeze()
  pass(HOUR_MS)
  expect(server.opened()).toBe(2)
})

test('given a follower that was suspended too, when it wakes before its leader, then it waits again', () => {
  const { server, pass, leader, follower } = leaderAndFollower()
  leader.freeze()
  // Its ping is sent, and the timeout is running.
  pass(5000)
  follower.freeze()
  pass(HOUR_MS)
  follower.thaw()
  pass(5500)
  expect(server.opened()).toBe(1)
  leader.thaw()
  pass(HOUR_MS)
  expect(server.opened()).toBe(1)
})

test('given a follower that was suspended too, when its leader does not wake, then it takes over', () => {
  const { server, pass, leader, follower } = leaderAndFollower()
  leader.freeze()
  pass(5000)
  follower.freeze()
  pass(HOUR_MS)
  follower.thaw()
  server.grow(1)
  pass(TAKEOVER_MS)
  expect(server.opened()).toBe(2)
  expect(follower.sequences()).toStrictEqual(oneTo(4))
})

test('given a hidden follower, when the leader freezes, then it takes over once it becomes visible', () => {
  const { server, openTab, pass } = fakeTabs()
  const visible$ = new BehaviorSubject(false)
  const leader = openTab()
  pass(SETTLED_MS)
  const follower = openTab(0, visible$)
  leader.freeze()
  server.grow(2)
  pass(HOUR_MS)
  expect(server.opened()).toBe(1)
  visible$.next(true)
  pass(2100)
  expect(server.opened()).toBe(2)
  expect(follower.sequences()).toStrictEqual(oneTo(2))
})

test('given notifications, when the leader freezes, then the next leader resumes after the last one it has seen', () => {
  const streams: { lastSeen: number | null; message$: Subject<LeaderMessage> }[] = []
  const { openTab, pass } = fakeTabs({
    notifications: (lastSeen) => {
      const message$ = new Subject<LeaderMessage>()
      streams.push({ lastSeen: lastSeen(), message$ })
      return message$
    },
  })
  const leader = openTab()
  streams[0]?.message$.next({ kind: 'alive', lastNotified: 7 })
  pass(SETTLED_MS)
  const follower = openTab()
  pass(SETTLED_MS)
  leader.freeze()
  const notified = (sequence: number) => ({ kind: 'notified', notification: { sequence } }) as LeaderMessage
  streams[0]?.message$.next(notified(8))
  pass(TAKEOVER_MS)
  expect(streams.map(({ lastSeen }) => lastSeen)).toStrictEqual([null, 7])
  for (const sequence of [8, 9]) streams[1]?.message$.next(notified(sequence))
  leader.thaw(500)
  pass(SETTLED_MS)
  for (const tab of [leader, follower]) {
    expect(
      tab.received.flatMap((message) => (message.kind === 'notified' ? [message.notification.sequence] : [])),
    ).toStrictEqual([8, 9])
  }
  expect(streams.map(({ message$ }) => message$.observed)).toStrictEqual([false, true])
})
