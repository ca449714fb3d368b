import type { Locator, Page, Route } from '@playwright/test'
import { isLongRun } from '../long-runs.ts'
import { startClock } from './fixtures/clock.ts'
import { expect, test } from './fixtures/console-test.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'

test.afterEach(async ({ page }) => void (await deleteInstances(page)))

/** Nothing here reads its lines. */
const IDLE_MS = 60_000

/** Broken responses. */
const breaks: Record<string, (route: Route) => Promise<unknown>> = {
  'a server error': (route) =>
    route.fulfill({ status: 500, json: { error: 'unexpected', message: 'Something went wrong. Please try again.' } }),
  'a page of a proxy': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  'a response with an unexpected shape': (route) => route.fulfill({ status: 200, json: { surprise: [1, 2, 3] } }),
  'a truncated response': (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '{"instances": [' }),
  nothing: (route) => route.abort('connectionreset'),
}

const reads =
  /\/api\/(organization\/[^/]+\/compute-projects|compute-project\/[^/]+(\/instances)?|compute-instance\/[^/]+)(\?.*)?$/

/** The page may recover first: failed queries are refetched when the live connection opens. */
const pressRetry = (main: Locator) =>
  main
    .getByRole('button', { name: 'Retry' })
    .click({ timeout: 5000 })
    .catch(() => undefined)

const breakReads = (page: Page, broken: (route: Route) => Promise<unknown>) =>
  page.route(reads, (route) => (route.request().method() === 'GET' ? broken(route) : route.fallback()))

/** The pages around an instance, with the error and the content that each shows. */
const pagesOf = (address: string) => {
  const [, username, project] = address.split('/')
  return [
    { at: `/${username}/dashboard`, failed: 'The projects could not be loaded', good: 'Shop' },
    { at: `/${username}/project/${project}`, failed: 'The project could not be loaded', good: 'clock' },
    { at: address, failed: 'The instance could not be loaded', good: 'clock' },
  ]
}

test('a page whose data fails to load shows what failed and offers Retry, which recovers it', async ({ page }) => {
  test.setTimeout(isLongRun ? 300_000 : 120_000)
  const clock = await startClock(page, IDLE_MS)
  const pages = pagesOf(clock.address)
  const tryOut = async ({ at, failed, good }: (typeof pages)[number], broken: (route: Route) => Promise<unknown>) => {
    await breakReads(page, broken)
    await page.goto(at)
    const main = page.getByRole('main')
    await expect(main.getByText(failed)).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('Something went wrong. Please try again after some time')).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Retry' })).toBeVisible()
    await page.unroute(reads)
    await pressRetry(main)
    await expect(main.getByText(failed)).toHaveCount(0)
    await expect(main.getByText(good, { exact: true }).first()).toBeVisible()
  }
  // Every page and every response occurs; a long run has all pairs.
  for (const [position, [label, broken]] of Object.entries(breaks).entries())
    for (const [place, each] of pages.entries())
      if (isLongRun || place === position % pages.length)
        await test.step(`${each.at}: ${label}`, () => tryOut(each, broken))
})

test('loaded content stays on screen when a refetch fails, and live updates continue', async ({ page }) => {
  test.setTimeout(120_000)
  const clock = await startClock(page, IDLE_MS)
  const { at } = pagesOf(clock.address)[0] ?? { at: '' }
  await page.goto(at)
  const main = page.getByRole('main')
  await expect(main.getByText('Shop', { exact: true })).toBeVisible()
  await breakReads(page, (route) => route.fulfill({ status: 500, body: 'no' }))
  // A new project is published live, and invalidates the list.
  await page.evaluate(async (address) => {
    const token = localStorage.getItem('jwt-token')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const { user } = await (await fetch('/api/profile', { headers })).json()
    const username = address.split('/')[1]
    const mine = user.organizations.find(
      (organization: { profile: { username: string } }) => organization.profile.username === username,
    )
    const body = JSON.stringify({ organizationId: mine._id, name: 'Second' })
    await fetch('/api/compute-project/create', { method: 'POST', headers, body })
  }, clock.address)
  await expect(main.getByText('The projects could not be loaded')).toBeVisible({ timeout: 15_000 })
  await expect(main.getByText('Shop', { exact: true })).toBeVisible()
  await page.unroute(reads)
  await pressRetry(main)
  await expect(main.getByText('The projects could not be loaded')).toHaveCount(0)
  await expect(main.getByText('Second', { exact: true })).toBeVisible()
})

test('a slow response shows the skeleton of the page, never an empty page', async ({ page }) => {
  test.setTimeout(120_000)
  const clock = await startClock(page, IDLE_MS)
  for (const { at, good } of pagesOf(clock.address)) {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await breakReads(page, async (route) => {
      await held
      return route.continue()
    })
    await page.goto(at)
    await expect(page.getByText('Loading', { exact: true }).first()).toBeAttached()
    release()
    await expect(page.getByRole('main').getByText(good, { exact: true }).first()).toBeVisible()
    await page.unroute(reads)
  }
})
