import fc from 'fast-check'
import { asyncScheduler, BehaviorSubject, NEVER, Observable, of, Subject, type Subscription } from 'rxjs'
import { expect, test } from 'vitest'
import { type LiveHeard, sharedLive } from '../../streams/live/shared-live.ts'
import { fakeBrowser, fakeWorld } from '../fakes/fake-world.ts'
import { fakeServer } from './fake-server.ts'

const topic = 'organization/1'

interface Tab {
  heard: LiveHeard[]
  sequences(): number[]
  close(): void
}

const setup = (notification$: Observable<never> = NEVER, watched = topic) => {
  const server = fakeServer(watched)
  const browser = fakeBrowser()
  let tabs = 0

  const openTab = (after = 0, visible$: Observable<boolean> = of(true)): Tab => {
    const heard: LiveHeard[] = []
    const name = `tab-${++tabs}`
    const world = {
      ...fakeWorld(asyncScheduler),
      newId: () => name,
      channel: browser.channel,
      page: { visible$, prefersDark$: of(true) },
      lock: () => new Observable<void>((subscriber) => browser.take(() => subscriber.next())),
    }
    const running: Subscription = sharedLive({
      world,
      token: 'a-token-of-one-session',
      topics$: of({ [watched]: { after } }),
      openSocket: server.open,
      openNotifications: () => notification$,
      report: (where, error) => {
        throw new Error(`${where}: ${String(error)}`)
      },
    }).subscribe((said) => heard.push(said))
    return {
      heard,
      sequences: () =>
        heard.flatMap((said) => (said.kind === 'packets' ? said.packets.map(({ sequence }) => sequence) : [])),
      close: () => running.unsubscribe(),
    }
  }
  return { server, openTab }
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
const oneTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('given three tabs, when packets come, then one connection brings each packet once to every tab', async () => {
  const { server, openTab } = setup()
  const tabs = [openTab(), openTab(), openTab()]
  await settle()
  server.grow(5)
  await settle()
  expect(server.openSockets()).toBe(1)
  for (const tab of tabs) {
    expect(tab.sequences()).toStrictEqual(oneTo(5))
    tab.close()
  }
})

test('given a leader that closes, when packets came meanwhile, then the next leader loses and doubles nothing', async () => {
  const { server, openTab } = setup()
  const [leader, follower] = [openTab(), openTab()]
  await settle()
  server.grow(3)
  await settle()
  leader.close()
  server.grow(4)
  await settle()
  expect(server.openSockets()).toBe(1)
  expect(follower.sequences()).toStrictEqual(oneTo(7))
  follower.close()
})

test('given a tab that comes late, when it began further back, then it alone gets what it missed', async () => {
  const { server, openTab } = setup()
  const first = openTab()
  await settle()
  server.grow(6)
  await settle()
  const late = openTab(2)
  await settle()
  server.grow(1)
  await settle()
  expect(late.sequences()).toStrictEqual(oneTo(7, 3))
  expect(first.sequences()).toStrictEqual(oneTo(7))
  expect(late.heard.filter(({ kind }) => kind === 'connection')).not.toHaveLength(0)
  first.close()
  late.close()
})

test('given a tab that nobody sees, when a log grows, then it gets nothing until it is seen, and then everything', async () => {
  const { server, openTab } = setup(NEVER, 'deployment/1/instanceLogs')
  const visible$ = new BehaviorSubject(true)
  const [leader, other] = [openTab(0, visible$), openTab()]
  await settle()
  server.grow(2)
  await settle()
  visible$.next(false)
  server.grow(3)
  await settle()
  expect(leader.sequences()).toStrictEqual(oneTo(2))
  expect(other.sequences()).toStrictEqual(oneTo(5))
  visible$.next(true)
  await settle()
  server.grow(1)
  await settle()
  expect(leader.sequences()).toStrictEqual(oneTo(6))
  expect(other.sequences()).toStrictEqual(oneTo(6))
  leader.close()
  other.close()
})

test('given the last tab, when it closes, then the connection is let go of', async () => {
  const { server, openTab } = setup()
  const tab = openTab()
  await settle()
  expect(server.openSockets()).toBe(1)
  tab.close()
  expect(server.openSockets()).toBe(0)
})

test('given a notification that two leaders bring, when it is heard, then it is told once', async () => {
  const said$ = new Subject<never>()
  const { openTab } = setup(said$)
  const [one, two] = [openTab(), openTab()]
  await settle()
  const notified = { kind: 'notified', notification: { sequence: 7 } } as never
  said$.next(notified)
  one.close()
  await settle()
  said$.next(notified)
  expect(two.heard.filter(({ kind }) => kind === 'notified')).toHaveLength(1)
  two.close()
})

test('whatever opens, closes, grows and breaks: every tab has every packet once, in order', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.constant({ kind: 'cut' as const }),
    fc.constant({ kind: 'open' as const }),
    fc.record({ kind: fc.constant('close' as const), which: fc.nat(4) }),
    fc.constant({ kind: 'wait' as const }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { server, openTab } = setup()
      const open = [{ tab: openTab(), from: 0 }]
      for (const one of steps) {
        if (one.kind === 'grow') server.grow(one.count)
        else if (one.kind === 'cut') server.cut()
        else if (one.kind === 'open') open.push({ tab: openTab(server.head()), from: server.head() })
        else if (one.kind === 'close') open.splice(one.which, 1)[0]?.tab.close()
        else await settle()
      }
      await settle()
      for (const { tab, from } of open) {
        expect(tab.sequences()).toStrictEqual(oneTo(server.head(), from + 1))
        tab.close()
      }
    }),
    { numRuns: 60 },
  )
})
