import fc from 'fast-check'
import { BehaviorSubject, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { fakeTabs } from './fake-tabs.ts'

const SETTLED_MS = 20
/** Enough time to replace a leader or to repeat a missed message. */
const WHOLE_MS = 11_000

const oneTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('given three tabs, when packets arrive, then one connection delivers each packet once to every tab', () => {
  const { server, openTab, pass } = fakeTabs()
  const tabs = [openTab(), openTab(), openTab()]
  pass(SETTLED_MS)
  server.grow(5)
  pass(SETTLED_MS)
  expect(server.openSockets()).toBe(1)
  for (const tab of tabs) {
    expect(tab.sequences()).toStrictEqual(oneTo(5))
    tab.close()
  }
})

test('given a leader that closes, when packets arrive meanwhile, then the next leader loses and duplicates nothing', () => {
  const { server, openTab, pass } = fakeTabs()
  const [leader, follower] = [openTab(), openTab()]
  pass(SETTLED_MS)
  server.grow(3)
  pass(SETTLED_MS)
  leader.close()
  server.grow(4)
  pass(SETTLED_MS)
  expect(server.openSockets()).toBe(1)
  expect(follower.sequences()).toStrictEqual(oneTo(7))
  follower.close()
})

test('given a tab that opens later, when it starts at an earlier position, then only this tab receives the earlier packets', () => {
  const { server, openTab, pass } = fakeTabs()
  const first = openTab()
  pass(SETTLED_MS)
  server.grow(6)
  pass(SETTLED_MS)
  const late = openTab(2)
  pass(SETTLED_MS)
  server.grow(1)
  pass(SETTLED_MS)
  expect(late.sequences()).toStrictEqual(oneTo(7, 3))
  expect(first.sequences()).toStrictEqual(oneTo(7))
  expect(late.received.filter(({ kind }) => kind === 'connection')).not.toHaveLength(0)
  first.close()
  late.close()
})

test('given a hidden tab, when a log grows, then it receives nothing until it is visible, and then everything', () => {
  const { server, openTab, pass } = fakeTabs({ topic: 'deployment/1/instanceLogs' })
  const visible$ = new BehaviorSubject(true)
  const [leader, other] = [openTab(0, visible$), openTab()]
  pass(SETTLED_MS)
  server.grow(2)
  pass(SETTLED_MS)
  visible$.next(false)
  server.grow(3)
  pass(SETTLED_MS)
  expect(leader.sequences()).toStrictEqual(oneTo(2))
  expect(other.sequences()).toStrictEqual(oneTo(5))
  visible$.next(true)
  pass(SETTLED_MS)
  server.grow(1)
  pass(SETTLED_MS)
  expect(leader.sequences()).toStrictEqual(oneTo(6))
  expect(other.sequences()).toStrictEqual(oneTo(6))
  leader.close()
  other.close()
})

test('given the last tab, when it closes, then the connection is closed', () => {
  const { server, openTab, pass } = fakeTabs()
  const tab = openTab()
  pass(SETTLED_MS)
  expect(server.openSockets()).toBe(1)
  tab.close()
  expect(server.openSockets()).toBe(0)
})

test('given a notification, when two leaders deliver it, then a tab emits it once', () => {
  const message$ = new Subject<never>()
  const { openTab, pass } = fakeTabs({ notifications: () => message$ })
  const [one, two] = [openTab(), openTab()]
  pass(SETTLED_MS)
  const notified = { kind: 'notified', notification: { sequence: 7 } } as never
  message$.next(notified)
  one.close()
  pass(SETTLED_MS)
  message$.next(notified)
  expect(two.received.filter(({ kind }) => kind === 'notified')).toHaveLength(1)
  two.close()
})

test('every tab receives every packet once and in order, whatever opens, closes, grows, breaks, freezes and thaws', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.constant({ kind: 'cut' as const }),
    fc.constant({ kind: 'open' as const }),
    fc.record({ kind: fc.constant('close' as const), which: fc.nat(4) }),
    fc.record({ kind: fc.constant('freeze' as const), which: fc.nat(4) }),
    fc.record({ kind: fc.constant('thaw' as const), which: fc.nat(4), learnsAfterMs: fc.constantFrom(0, 10, 3000) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(SETTLED_MS, 3000, 8000) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { server, openTab, pass } = fakeTabs()
      const open = [{ tab: openTab(), from: 0 }]
      for (const one of steps) {
        if (one.kind === 'grow') server.grow(one.count)
        else if (one.kind === 'cut') server.cut()
        else if (one.kind === 'open') open.push({ tab: openTab(server.head()), from: server.head() })
        else if (one.kind === 'close') open.splice(one.which, 1)[0]?.tab.close()
        else if (one.kind === 'freeze') open[one.which]?.tab.freeze()
        else if (one.kind === 'thaw') open[one.which]?.tab.thaw(one.learnsAfterMs)
        else pass(one.ms)
      }
      for (const { tab } of open) tab.thaw()
      pass(WHOLE_MS)
      expect(server.openSockets()).toBe(open.length > 0 ? 1 : 0)
      for (const { tab, from } of open) expect(tab.sequences()).toStrictEqual(oneTo(server.head(), from + 1))
    }),
    { numRuns: 500 },
  )
})
