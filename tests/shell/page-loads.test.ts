import { createMemoryRouter, type DataRouter, type RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unguardedEntry } from '../../src/navigation/location-message.ts'
import { lazyPage, readPageLoadError, retryPageLoad, watchPageLoads } from '../../ui/shell/lazy/page-loads.ts'
import { needsConfirmation } from '../../ui/shell/unsaved-changes-guard.tsx'

const Page = () => null

const ends: (() => void)[] = []

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})

/** Waits until all attempts to load a page have failed. */
const settle = () => vi.advanceTimersByTimeAsync(5000)

const open = async (routes: RouteObject[], start = '/', entries = [start]): Promise<DataRouter> => {
  const router = createMemoryRouter([{ path: '/', Component: Page }, ...routes, { path: '*', Component: Page }], {
    initialEntries: entries,
  })
  router.subscribe(watchPageLoads(router))
  ends.push(() => router.dispose())
  await settle()
  return router
}

/** Creates a page whose code cannot be fetched while `isBroken` is set. */
const brokenPage = (path: string) => {
  const server = { isBroken: true, requests: 0 }
  const load = async () => {
    server.requests += 1
    if (server.isBroken) throw new Error('The network is down.')
    return { Page }
  }
  return { server, route: { path, lazy: lazyPage(load, 'Page') } satisfies RouteObject }
}

/** Creates a page whose code is loaded when the test calls `arrive`. */
const slowPage = (path: string) => {
  const { promise, resolve } = Promise.withResolvers<{ Page: typeof Page }>()
  const load = vi.fn(() => promise)
  return { load, arrive: () => resolve({ Page }), route: { path, lazy: lazyPage(load, 'Page') } satisfies RouteObject }
}

const pathOf = ({ state }: DataRouter) => state.location.pathname + state.location.search

test('the current page stays until the code of the next one is loaded, and the address changes with it', async () => {
  const slow = slowPage('/slow')
  const router = await open([slow.route])
  void router.navigate('/slow?a=1')
  await settle()
  expect(pathOf(router)).toBe('/')
  expect(router.state.navigation.state).toBe('loading')
  slow.arrive()
  await settle()
  expect(pathOf(router)).toBe('/slow?a=1')
  expect(readPageLoadError()).toBeNull()
})

test('of two pages that are being opened, only the later one is shown', async () => {
  const slow = slowPage('/slow')
  const router = await open([slow.route])
  void router.navigate('/slow')
  void router.navigate('/other')
  await settle()
  slow.arrive()
  await settle()
  expect(pathOf(router)).toBe('/other')
})

test('the code of a page and of its layouts is fetched at the same time', async () => {
  const layout = slowPage('/layout')
  const inner = slowPage('inner')
  const router = await open([{ ...layout.route, children: [inner.route] }])
  void router.navigate('/layout/inner')
  expect(layout.load).toHaveBeenCalledOnce()
  expect(inner.load).toHaveBeenCalledOnce()
})

test('when the code of a page cannot be fetched, the current page stays, and a retry opens the other', async () => {
  const { server, route } = brokenPage('/broken')
  const router = await open([route])
  void router.navigate('/broken?a=1')
  await settle()
  expect(pathOf(router)).toBe('/')
  expect(readPageLoadError()).toMatchObject({ href: '/broken?a=1', isAtAddress: false, busy: false })
  readPageLoadError()?.retry()
  expect(readPageLoadError()).toMatchObject({ busy: true })
  await settle()
  expect(readPageLoadError()).toMatchObject({ busy: false })
  server.isBroken = false
  readPageLoadError()?.retry()
  await settle()
  expect(pathOf(router)).toBe('/broken?a=1')
  expect(readPageLoadError()).toBeNull()
})

test('when the browser comes online, a page that could not be fetched opens, with one request at a time', async () => {
  const { server, route } = brokenPage('/broken')
  const router = await open([route])
  retryPageLoad()
  expect(server.requests).toBe(0)
  void router.navigate('/broken')
  await settle()
  const before = server.requests
  retryPageLoad()
  retryPageLoad()
  await settle()
  expect(server.requests - before).toBe(before)
  expect(readPageLoadError()).toMatchObject({ busy: false })
  server.isBroken = false
  retryPageLoad()
  await settle()
  expect(pathOf(router)).toBe('/broken')
  expect(readPageLoadError()).toBeNull()
})

test('dismissing the failure removes it, and opening the page again fetches its code again', async () => {
  const { server, route } = brokenPage('/broken')
  const router = await open([route], '/start?kept=1')
  void router.navigate('/broken')
  await settle()
  readPageLoadError()?.dismiss()
  await settle()
  expect(readPageLoadError()).toBeNull()
  expect(router.state.navigation.state).toBe('idle')
  expect(pathOf(router)).toBe('/start?kept=1')
  void router.navigate('/broken')
  expect(readPageLoadError()).toBeNull()
  await settle()
  expect(readPageLoadError()).not.toBeNull()
  server.isBroken = false
  void router.navigate('/broken')
  await settle()
  expect(pathOf(router)).toBe('/broken')
})

test('the failure of one page is not reported for another one', async () => {
  const { server, route } = brokenPage('/broken')
  const slow = slowPage('/slow')
  const router = await open([route, slow.route])
  void router.navigate('/broken')
  await settle()
  const { requests } = server
  void router.navigate('/slow')
  await settle()
  expect(readPageLoadError()).toBeNull()
  expect(server.requests).toBe(requests)
  slow.arrive()
  await settle()
  expect(pathOf(router)).toBe('/slow')
})

test('the failure of the first page is reported at its address', async () => {
  const { server, route } = brokenPage('/broken')
  const router = await open([route], '/broken')
  expect(router.state.initialized).toBe(false)
  expect(readPageLoadError()).toMatchObject({ href: '/broken', isAtAddress: true })
  server.isBroken = false
  readPageLoadError()?.retry()
  await settle()
  expect(router.state.initialized).toBe(true)
  expect(pathOf(router)).toBe('/broken')
})

test('the failure of a page that the browser’s buttons open is reported at its address', async () => {
  const { route } = brokenPage('/broken')
  const router = await open([route], '/', ['/broken', '/'])
  void router.navigate(-1)
  await settle()
  expect(readPageLoadError()).toMatchObject({ href: '/broken', isAtAddress: true })
  void router.navigate(1)
  await settle()
  expect(readPageLoadError()).toBeNull()
})

test('unsaved changes block links and the browser’s buttons, but not changes of the query or navigations of effects', async () => {
  const router = await open([])
  const blocker = () => router.getBlocker('form', needsConfirmation)
  blocker()
  await router.navigate('/?a=1')
  expect(pathOf(router)).toBe('/?a=1')
  await router.navigate('/elsewhere')
  expect(blocker().state).toBe('blocked')
  blocker().reset?.()
  expect(pathOf(router)).toBe('/?a=1')
  await router.navigate('/login', { state: unguardedEntry })
  expect(pathOf(router)).toBe('/login')
  await router.navigate('/elsewhere')
  blocker().proceed?.()
  await settle()
  expect(pathOf(router)).toBe('/elsewhere')
  void router.navigate(-1)
  await settle()
  expect(pathOf(router)).toBe('/elsewhere')
  expect(blocker().state).toBe('blocked')
})
