import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { combineLatest, defer, distinctUntilChanged, EMPTY, filter, from, map, switchMap } from 'rxjs'
import { createApi } from './effects/api/create-api.ts'
import { once } from './effects/api/once.ts'
import { reportFailedQueries } from './effects/calls/report-failed-queries.ts'
import { noticeNewBuild } from './effects/code/notice-new-build.ts'
import type { BaseDeps, ConsoleEffects, Effects } from './effects/deps.ts'
import { stepUpOutcome } from './effects/factors/step-up-outcome.ts'
import { openLogWorker } from './effects/logs/open-log-worker.ts'
import { tokenAfter } from './effects/session/renew-token.ts'
import { startActors } from './effects/start-actors.ts'
import { type Report, supervise } from './src/core/actor.ts'
import { createBus } from './src/core/bus.ts'
import { runActors } from './src/core/run-actors.ts'
import { freezeState } from './src/core/slice.ts'
import { needsPolling, selectLive, selectTopics } from './src/live/live.ts'
import { audienceOf } from './src/live/live-audience.ts'
import { createLogBuffers } from './src/logs/log-buffers.ts'
import type { Message } from './src/message.ts'
import { selectToken } from './src/session/session.ts'
import { type StartState, startSlices } from './src/state.ts'
import { browserWorld } from './streams/browser-world.ts'
import { retryWithBackoff } from './streams/live/retry-with-backoff.ts'
import { storage } from './streams/storage.ts'
import { addresses, online, systemTheme } from './streams/surroundings.ts'
import { tabs } from './streams/tabs.ts'
import { poll } from './streams/timers.ts'
import { foundWallets } from './streams/wallets/found-wallets.ts'
import { setClock } from './ui/parts/text/shared-clock.ts'
import { App } from './ui/shell/app.tsx'
import { retryPageLoad, watchPageLoads } from './ui/shell/lazy/page-loads.ts'
import { routesWith } from './ui/shell/routes.tsx'

/** The API's address; the page may set another in its head. */
const apiBase = new URL(
  document.querySelector<HTMLMetaElement>('meta[name="longshore-api"]')?.content ?? '/api/',
  window.location.origin,
).href

/** Identifies this build: the start page of a newer one names another script. */
const ownScript = new URL(import.meta.url).pathname

/** Leaves a connection time to open before polling starts. */
const POLL_PACE = { periodMs: 5000, maxMs: 60_000 }

const report: Report = (where, error) => {
  // biome-ignore lint/suspicious/noConsole: bugs are reported in the browser's console
  console.error(`${where}:`, error)
}

freezeState(import.meta.env.DEV)
const world = browserWorld(() => router)
setClock(world.serverNow)
const logs = createLogBuffers(openLogWorker)
const bus = createBus<StartState, Message>(startSlices, report)
const token$ = bus.state$.pipe(map(selectToken), distinctUntilChanged())
const api = createApi({
  base: apiBase,
  token: () => selectToken(bus.read()),
  renewed: (rejectedToken) => {
    bus.send({ type: 'api/tokenRejected', token: rejectedToken })
    return tokenAfter(rejectedToken, token$, bus.messages)
  },
  steppedUp: () => {
    const before = bus.read()
    bus.send({ type: 'api/stepUpNeeded' })
    return stepUpOutcome(before, bus.state$)
  },
  codeLost: () => bus.send({ type: 'api/contractLost' }),
  world,
})

const ownEffects: Effects = {
  name: 'main',
  effects: {
    noticeNewBuild: noticeNewBuild(new URL('/', window.location.origin).href, ownScript),
    reportFailedQueries: reportFailedQueries(report),
  },
}

const deps: BaseDeps = { api, apiBase, world, logs }

const openConsole = once(async () => (await import('./console.ts')).joinConsole(bus, deps, report))
/** Adds the effects of pages that load later. */
const openActors = (load: () => Promise<{ actors: readonly ConsoleEffects[] }>) =>
  once(async () => {
    const [bus, { actors }] = await Promise.all([openConsole(), load()])
    runActors(bus, actors, deps, report)
  })
const openAccount = once(async () => {
  const [consoleBus, { accountActors }, { accountSlices }] = await Promise.all([
    openConsole(),
    import('./effects/account-actors.ts'),
    import('./src/account-slices.ts'),
  ])
  runActors(consoleBus.join(accountSlices), accountActors, deps, report)
})
const openers = {
  openConsole,
  openAccount,
  openLogs: openActors(() => import('./effects/logs/log-actors.ts')),
  openOrganization: openActors(() => import('./effects/organization-actors.ts')),
}

// The router starts to load the first page at once, and effects may open others.
const router = createBrowserRouter(routesWith(openers))
router.subscribe(watchPageLoads(router))
world.network.online$.pipe(filter(Boolean)).subscribe(retryPageLoad)
runActors(bus, [...startActors, ownEffects], deps, report)

const topics$ = bus.state$.pipe(map(selectTopics), distinctUntilChanged())
const audience$ = combineLatest([token$, topics$]).pipe(
  map(([token, topics]) => audienceOf(token, topics)),
  distinctUntilChanged(),
)
const newestToken = () => selectToken(bus.read()) ?? ''
const live = (audience: string) =>
  defer(() => import('./streams/live/live-of-audience.ts')).pipe(
    retryWithBackoff('streams/live', world, report),
    switchMap(({ liveOfAudience }) =>
      liveOfAudience({ world, audience, token: newestToken, topics$, apiBase, report }),
    ),
  )

const needsPolling$ = combineLatest([audience$, bus.state$.pipe(map(selectLive), distinctUntilChanged())]).pipe(
  map(([audience, live]) => audience !== null && needsPolling(live)),
)

const streams = {
  storage: () => storage(world),
  tabs: () => tabs(world),
  online: () => online(world),
  systemTheme: () => systemTheme(world),
  addresses: () => addresses(world),
  wallets: () => foundWallets(bus.messages, world, report),
  poll: () => poll(needsPolling$, POLL_PACE, world).pipe(map(() => ({ type: 'timer/pollDue' }) as const)),
  live: () => audience$.pipe(switchMap((audience) => (audience === null ? EMPTY : live(audience)))),
}

for (const [name, start] of Object.entries(streams)) {
  bus.listen(supervise<Message>(`streams/${name}`, start, report))
}

if (import.meta.env.DEV) {
  const extension = Reflect.get(window, '__REDUX_DEVTOOLS_EXTENSION__')
  bus.listen(
    supervise(
      'streams/devtools',
      () =>
        from(import('./streams/devtools.ts')).pipe(
          switchMap(({ devtools }) => devtools(extension, bus, document.title)),
        ),
      report,
    ),
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root.')
createRoot(root).render(<App console={{ bus, logs, newId: world.newId }} router={router} />)
