import type { Page, Route } from '@playwright/test'
import { codeOf } from './fixtures/built-files.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, signUpAndOpenDashboard } from './fixtures/users.ts'

const projectCode = codeOf('ui/projects/project-page.tsx')

/** Opens the dashboard of an organisation with one project. */
const signUpAndOpenProject = async (page: Page) => {
  const { _id } = await signUpAndOpenDashboard(page)
  const made = await callAs(page, 'POST', 'compute-project/create', { organizationId: _id, name: 'Shop' })
  expect(made.ok()).toBe(true)
  const link = page.getByRole('main').getByRole('link', { name: 'Shop' }).first()
  await expect(link).toBeVisible()
  return { link, dashboard: page.url() }
}

/** Holds requests that match the pattern until they are released. */
const hold = async (page: Page, pattern: RegExp) => {
  const held: Route[] = []
  await page.route(pattern, (route) => void held.push(route))
  return { release: () => Promise.all(held.map((route) => route.continue())) }
}

test('the current page stays, with a progress line at the top, until the code of the next one has loaded', async ({
  page,
}) => {
  const { link, dashboard } = await signUpAndOpenProject(page)
  const code = await hold(page, projectCode)
  const requested = page.waitForRequest(projectCode)
  await link.click()
  await requested
  await expect(page.getByRole('progressbar', { name: 'Opening the page' })).toBeVisible()
  await expect(link).toBeVisible()
  expect(page.url()).toBe(dashboard)
  await code.release()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Opening the page' })).toHaveCount(0)
  expect(page.url()).toContain('/project/')
})

test('the code of a page and of its layouts is requested in parallel', async ({ page }) => {
  const { profile } = await signUpAndOpenDashboard(page)
  await hold(page, codeOf('console.ts', 'ui/instances/page/instance-pages.ts'))
  const requested = page.waitForRequest(codeOf('ui/instances/logs/instance-logs.tsx'))
  await page.goto(`/${profile.username}/project-id/instance-id/logs/instance-logs`, { waitUntil: 'commit' })
  await requested
})

test('code that fails to load once is requested again', async ({ page }) => {
  const { link } = await signUpAndOpenProject(page)
  await page.route(projectCode, (route) => route.abort('connectionreset'), { times: 1 })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
})

test('when the code of a page fails to load, the current page stays, and Retry opens the other', async ({ page }) => {
  const { link, dashboard } = await signUpAndOpenProject(page)
  await page.route(projectCode, (route) => route.abort('internetdisconnected'))
  await link.click()
  await expect(page.getByRole('alert').getByText('The page could not be opened')).toBeVisible()
  expect(page.url()).toBe(dashboard)
  await expect(link).toBeVisible()
  await page.unroute(projectCode)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect(page.getByText('The page could not be opened')).toHaveCount(0)
})

test('a first page whose code fails to load is opened by Retry', async ({ page }) => {
  const { link } = await signUpAndOpenProject(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await page.route(projectCode, (route) => route.abort('connectionreset'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'This could not be loaded' })).toBeVisible()
  await page.unroute(projectCode)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
})

test('a new page starts at its top, and the previous one where it was left', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 320 })
  const { link } = await signUpAndOpenProject(page)
  const scrollY = () => page.evaluate(() => window.scrollY)
  // Moving the pointer to its target scrolls the page.
  await link.hover()
  const left = await scrollY()
  expect(left).toBeGreaterThan(50)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect.poll(scrollY).toBe(0)
  await page.goBack()
  await expect(link).toBeVisible()
  await expect.poll(scrollY).toBe(left)
})
