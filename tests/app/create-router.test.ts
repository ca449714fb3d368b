import type { RouteObject } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { createRouter, type Router, type RouterState } from '../../ui/app/routing/create-router.ts'
import { fakeHistory } from '../fakes/fake-history.ts'

const Home = () => null
const Shop = () => null

const settled = (router: Router) => vi.waitFor(() => expect(router.read().isFetching).toBe(false))

/** Resolves after all settled promises have run their callbacks. */
const allHasRun = () => new Promise(setImmediate)

const open = async (start: string, routes: RouteObject[] = []) => {
  const browser = fakeHistory(start)
  const router = createRouter(
    [{ path: '/', Component: Home }, ...routes, { path: '*', Component: Shop }],
    browser.window,
  )
  await settled(router)
  return { browser, router }
}

/** A page whose code arrives when the test resolves it. */
const latePage = (path: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<{ Component: React.ComponentType }>()
  const lazy = vi.fn(() => promise)
  return { route: { path, lazy } satisfies RouteObject, lazy, arrive: () => resolve({ Component: Shop }), fail: reject }
}

const pageOf = ({ current: { page } }: RouterState) =>
  page.kind === 'fetched' ? page.matches.map(({ route }) => route.Component) : page.kind

test('before the first page has loaded, only the opening state is shown', async () => {
  const late = latePage('/late')
  const router = createRouter([late.route], fakeHistory('/late').window)
  expect(router.read()).toMatchObject({ current: { page: { kind: 'opening' } }, isFetching: true })
  late.arrive()
  await settled(router)
  expect(pageOf(router.read())).toEqual([Shop])
})

test('the current page and its address stay until the next page has loaded', async () => {
  const late = latePage('/late')
  const { browser, router } = await open('/', [late.route])
  router.navigate('/late?a=1#b', { replace: false })
  expect(router.read().isFetching).toBe(true)
  expect(pageOf(router.read())).toEqual([Home])
  expect(browser.path()).toBe('/')
  late.arrive()
  await settled(router)
  expect(pageOf(router.read())).toEqual([Shop])
  expect(router.read().current.location).toMatchObject({ pathname: '/late', search: '?a=1', hash: '#b' })
  expect(browser.path()).toBe('/late?a=1#b')
})

test('of two pending navigations, only the later page is shown', async () => {
  const first = latePage('/first')
  const { browser, router } = await open('/', [first.route])
  const seen: string[] = []
  router.subscribe(() => void seen.push(router.read().current.location.pathname))
  router.navigate('/first', { replace: false })
  router.navigate('/second', { replace: false })
  await settled(router)
  first.arrive()
  await allHasRun()
  expect(browser.path()).toBe('/second')
  expect(seen).not.toContain('/first')
  expect(browser.length()).toBe(2)
})

test('a page and the layouts around it are loaded in parallel', async () => {
  const layout = latePage('/layout')
  const inner = latePage('inner')
  const { router } = await open('/', [{ ...layout.route, children: [inner.route] }])
  router.navigate('/layout/inner', { replace: false })
  expect(layout.lazy).toHaveBeenCalledOnce()
  expect(inner.lazy).toHaveBeenCalledOnce()
  layout.arrive()
  inner.arrive()
  await settled(router)
  expect(pageOf(router.read())).toHaveLength(2)
})

test('when the code of a page fails to load, the current page and its address stay, and the navigation can be retried', async () => {
  const flaky = latePage('/lost')
  const lazy = vi.fn(flaky.lazy).mockRejectedValueOnce(new Error('Its code is lost.'))
  const { browser, router } = await open('/', [{ ...flaky.route, lazy }])
  router.push('/lost?a=1')
  await settled(router)
  expect(pageOf(router.read())).toEqual([Home])
  expect(browser.path()).toBe('/')
  expect(router.read().loadError?.href).toMatch(/\/lost\?a=1$/)
  router.read().loadError?.retry()
  expect(router.read()).toMatchObject({ isFetching: true, loadError: { href: expect.stringMatching(/\/lost\?a=1$/) } })
  flaky.arrive()
  await settled(router)
  expect(pageOf(router.read())).toEqual([Shop])
  expect(browser.path()).toBe('/lost?a=1')
  expect(router.read().loadError).toBeNull()
})

test('a load error is cleared when it is dismissed, and when another page is opened', async () => {
  const lazy = () => Promise.reject(new Error('Its code is lost.'))
  const { router } = await open('/', [{ path: '/lost', lazy }])
  router.push('/lost')
  await settled(router)
  router.read().loadError?.dismiss()
  expect(router.read().loadError).toBeNull()
  router.push('/lost')
  await settled(router)
  expect(router.read().loadError).not.toBeNull()
  router.push('/elsewhere')
  expect(router.read().loadError).toBeNull()
})

test('a load error of the first page, and of a page reached by history, is shown at its address', async () => {
  const lazy = vi.fn(() => Promise.resolve({ Component: Shop }))
  const browser = fakeHistory('/')
  lazy.mockRejectedValueOnce(new Error('Its code is lost.'))
  const first = createRouter(
    [
      { path: '/', lazy },
      { path: '*', Component: Home },
    ],
    browser.window,
  )
  await settled(first)
  expect(pageOf(first.read())).toBe('loadError')
  first.read().loadError?.retry()
  await settled(first)
  expect(pageOf(first.read())).toEqual([Shop])
  first.push('/elsewhere')
  await settled(first)
  lazy.mockRejectedValueOnce(new Error('Its code is lost.'))
  first.go(-1)
  await settled(first)
  expect(pageOf(first.read())).toBe('loadError')
  expect(browser.path()).toBe('/')
})

test('a replaced address leaves no history entry, and going back restores the previous entry with its key and state', async () => {
  const { browser, router } = await open('/')
  router.push('/a', { from: 'here' })
  await settled(router)
  const { key } = router.read().current.location
  router.push('/b')
  await settled(router)
  router.replace({ pathname: '/c' })
  await settled(router)
  expect(browser.length()).toBe(3)
  router.go(-1)
  await settled(router)
  expect(router.read().current).toMatchObject({
    how: 'POP',
    location: { pathname: '/a', key, state: { from: 'here' } },
  })
})

test.each([
  ['//elsewhere.example/x', '//elsewhere.example/x'],
  ['/a b/ü', '/a%20b/%C3%BC'],
  ['?only=query', '/start?only=query'],
])('the address %s is opened on this origin, as %s', async (to, path) => {
  const { browser, router } = await open('/start?before=1#hash')
  router.navigate(to, { replace: false })
  await settled(router)
  const { pathname, search } = router.read().current.location
  expect(browser.path()).toBe(path)
  expect(pathname + search).toBe(path)
})

test('an unsubscribed listener is not called again', async () => {
  const { router } = await open('/')
  const listener = vi.fn()
  const unsubscribe = router.subscribe(listener)
  unsubscribe()
  router.navigate('/a', { replace: false })
  await settled(router)
  expect(listener).not.toHaveBeenCalled()
})

test('a blocked page is not left by a link before the user confirms', async () => {
  const { browser, router } = await open('/')
  const release = router.block()
  router.push('/elsewhere')
  expect(browser.path()).toBe('/')
  router.read().leaving?.stay()
  expect(router.read().leaving).toBeNull()
  router.push('/elsewhere')
  router.read().leaving?.go()
  await settled(router)
  expect(browser.path()).toBe('/elsewhere')
  release()
})

test('a blocked page is not left by the browser’s own buttons, and its history entry stays', async () => {
  const { browser, router } = await open('/')
  router.push('/form')
  await settled(router)
  router.block()
  browser.window.history.go(-1)
  expect(browser.path()).toBe('/form')
  expect(browser.length()).toBe(2)
  expect(router.read().current.location.pathname).toBe('/form')
  router.read().leaving?.go()
  await settled(router)
  expect(browser.path()).toBe('/')
  expect(router.read().current.location.pathname).toBe('/')
  router.push('/elsewhere')
  expect(router.read().leaving).not.toBeNull()
})

test('a blocked page that was not left, because the next page failed to load, asks again before it is left', async () => {
  const lazy = vi.fn(() => Promise.resolve({ Component: Shop }))
  lazy.mockRejectedValueOnce(new Error('Its code is lost.'))
  const { browser, router } = await open('/', [{ path: '/lost', lazy }])
  router.block()
  router.push('/lost')
  router.read().leaving?.go()
  await settled(router)
  expect(pageOf(router.read())).toEqual([Home])
  router.push('/elsewhere')
  expect(router.read().leaving).not.toBeNull()
  router.read().leaving?.stay()
  router.read().loadError?.retry()
  expect(router.read().leaving).not.toBeNull()
  router.read().leaving?.stay()
  expect(browser.path()).toBe('/')
  router.read().loadError?.retry()
  router.read().leaving?.go()
  await settled(router)
  expect(browser.path()).toBe('/lost')
})

test('a navigation by an effect is not blocked, and neither is a change of the query', async () => {
  const { browser, router } = await open('/')
  router.block()
  router.push('/?a=1')
  await settled(router)
  expect(browser.path()).toBe('/?a=1')
  router.navigate('/login', { replace: false })
  await settled(router)
  expect(browser.path()).toBe('/login')
})

test('unblocking a page while the user is asked cancels the navigation', async () => {
  const { browser, router } = await open('/')
  const release = router.block()
  router.push('/elsewhere')
  release()
  expect(router.read().leaving).toBeNull()
  expect(browser.path()).toBe('/')
})
