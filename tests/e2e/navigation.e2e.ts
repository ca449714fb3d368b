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

test('the code of a page and of its layouts is requested in parallel', async ({ page }) => {
  const { profile } = await signUpAndOpenDashboard(page)
  await hold(page, codeOf('console.ts', 'ui/instances/page/instance-pages.ts'))
  const requested = page.waitForRequest(codeOf('ui/instances/logs/instance-logs.tsx'))
  await page.goto(`/${profile.username}/project-id/instance-id/logs/instance-logs`, { waitUntil: 'commit' })
  await requested
})

test('the current page stays until the code of the next one has loaded, with a progress line, and when that fails, until Retry', async ({
  page,
}) => {
  const { link, dashboard } = await signUpAndOpenProject(page)
  const shop = page.getByRole('heading', { level: 1, name: 'Shop' })
  await test.step('a progress line shows while the code loads', async () => {
    const code = await hold(page, projectCode)
    const requested = page.waitForRequest(projectCode)
    await link.click()
    await requested
    await expect(page.getByRole('progressbar', { name: 'Opening the page' })).toBeVisible()
    await expect(link).toBeVisible()
    expect(page.url()).toBe(dashboard)
    await code.release()
    await expect(shop).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Opening the page' })).toHaveCount(0)
    expect(page.url()).toContain('/project/')
    await page.unroute(projectCode)
  })

  await test.step('a first page whose code fails to load is opened by Retry', async () => {
    await page.route(projectCode, (route) => route.abort('connectionreset'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'This could not be loaded' })).toBeVisible()
    await page.unroute(projectCode)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(shop).toBeVisible()
  })

  await test.step('the current page stays when the code fails to load, and Retry opens the other', async () => {
    await page.goto(dashboard)
    await page.route(projectCode, (route) => route.abort('internetdisconnected'))
    await link.click()
    await expect(page.getByRole('alert').getByText('The page could not be opened')).toBeVisible()
    expect(page.url()).toBe(dashboard)
    await expect(link).toBeVisible()
    await page.unroute(projectCode)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(shop).toBeVisible()
    await expect(page.getByText('The page could not be opened')).toHaveCount(0)
  })
})

test('a new page starts at its top, also when its code is requested again, and the previous one where it was left', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 320 })
  const { link } = await signUpAndOpenProject(page)
  await page.route(projectCode, (route) => route.abort('connectionreset'), { times: 1 })
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
