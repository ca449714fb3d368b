import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { codeOf, styleOf } from './fixtures/built-files.ts'
import { connectionStatus } from './fixtures/clock.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization } from './fixtures/users.ts'

const dialogs = 'ui/modals/modals.tsx'
const projectPage = 'ui/projects/project-page.tsx'

/** Types into a form, on a page that has loaded the code of toasts and dialogs. */
const typeSomething = async (page: Page) => {
  const { profile } = await signUpWithOrganization(page)
  await page.goto(`/${profile.username}/settings/general`)
  for (const host of ['ui/shell/toast-host.tsx', dialogs])
    await page.waitForFunction(
      (code) => performance.getEntriesByType('resource').some(({ name }) => code.test(name)),
      codeOf(host),
    )
  const name = page.getByLabel('Organisation name')
  await name.fill('Typed before the network went')
  return name
}

const isStyled = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
  )

test('without a network, a dialog and a toast whose code was never loaded leave the page as it is, and Retry opens the dialog', async ({
  page,
}) => {
  const name = await typeSomething(page)
  await page.route('**/*', (route) => route.abort('internetdisconnected'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error Found')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('progressbar', { name: 'Opening the dialog' })).toBeVisible()
  const lost = page.getByRole('dialog', { name: 'The dialog could not be opened' })
  await expect(lost.getByText('This could not be loaded')).toBeVisible()
  await page.unroute('**/*')
  await lost.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  expect(await isStyled(page)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Typed before the network went')
})

test('when the code of dialogs fails to load, opening one shows an error, and Retry opens it', async ({ page }) => {
  const modals = codeOf(dialogs)
  await page.route(modals, (route) => route.abort('connectionreset'))
  await signUpAndOpenDashboard(page)
  await page.keyboard.press('Control+k')
  const lost = page.getByRole('alert').filter({ hasText: 'The dialog could not be opened' })
  await expect(lost).toBeVisible()
  await expectNoAxeViolations(page)
  await lost.getByRole('button', { name: 'Dismiss' }).click()
  await expect(lost).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(lost).toBeVisible()
  await page.unroute(modals)
  await lost.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible()
  await expect(lost).toHaveCount(0)
})

test('code that a newer build has removed offers Reload once the server responds, which opens the intended page', async ({
  page,
}) => {
  const { _id } = await signUpAndOpenDashboard(page)
  await callAs(page, 'POST', 'compute-project/create', { organizationId: _id, name: 'Shop' })
  const start = new URL('/', page.url()).href
  await page.route(codeOf(projectPage), (route) => route.fulfill({ status: 404 }))
  await page.route(start, (route) => route.abort('connectionrefused'))
  await page.getByRole('main').getByRole('link', { name: 'Shop' }).first().click()
  await expect(page.getByText('Check your connection, then try again.')).toBeVisible()
  await page.unroute(start)
  // A newer build keeps the file names of unchanged code.
  await page.route(start, async (route) => {
    const html = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html', body: html.replaceAll(/\/assets\/[^"]*\.js/g, '/assets/newer.js') })
  })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The console has been updated since this page was opened.')).toBeVisible()
  const reload = page.getByRole('button', { name: 'Reload' })
  await expect(reload).toBeFocused()
  await page.unrouteAll()
  await reload.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
})

test('a page whose code was lost while it loaded loads once more by itself', async ({ page }) => {
  let lost = 1
  let requests = 0
  await page.route(codeOf('main.tsx'), (route) => {
    requests += 1
    return requests <= lost ? route.abort('connectionreset') : route.fallback()
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible()
  expect(requests).toBe(2)

  lost = Infinity
  requests = 0
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/login')
  await expect.poll(() => requests).toBe(2)
  await page.waitForTimeout(1000)
  expect(requests, 'a page that fails again is not loaded for ever').toBe(2)
})

test('a missing stylesheet blocks only its own page', async ({ page }) => {
  const { _id, profile } = await signUpAndOpenDashboard(page)
  await callAs(page, 'POST', 'compute-project/create', { organizationId: _id, name: 'Shop' })
  const style = styleOf(projectPage)
  await page.route(style, (route) => route.abort('connectionreset'))
  const shop = page.getByRole('main').getByRole('link', { name: 'Shop' }).first()
  await shop.click()
  const lost = page.getByText('The page could not be opened')
  await expect(lost).toBeVisible()
  await page.getByRole('link', { name: 'Team' }).first().click()
  await expect(page).toHaveURL(`/${profile.username}/members`)
  await page.goBack()
  await shop.click()
  await expect(lost).toBeVisible()
  await page.unroute(style)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  expect(await isStyled(page)).toBe(true)
})

test('a picture whose code fails to load is left out, and the login page works', async ({ page }) => {
  let failed = 0
  page.on('requestfailed', () => {
    failed += 1
  })
  await page.route(codeOf('ui/parts/art/harbour-scene.tsx'), (route) => route.abort('connectionreset'))
  await page.goto('/login')
  await expect.poll(() => failed).toBe(3)
  await page.getByRole('link', { name: 'Sign up' }).first().click()
  await expect(page).toHaveURL('/signup')
})

for (const [what, module] of [
  ['for live updates', 'streams/live/live-of-audience.ts'],
  ['for the socket', 'socket.io-client'],
] as const) {
  test(`while the code ${what} fails to load, new data arrives by polling, and live once it has loaded`, async ({
    page,
  }) => {
    await page.route(codeOf(module), (route) => route.abort('connectionreset'))
    const { _id } = await signUpAndOpenDashboard(page)
    await expect(connectionStatus(page, 'Connecting…')).toBeVisible()
    await expect(page.getByText('No projects yet')).toBeVisible()
    await callAs(page, 'POST', 'compute-project/create', { organizationId: _id, name: 'Shop' })
    await expect(page.getByRole('main').getByRole('link', { name: 'Shop' }).first()).toBeVisible({ timeout: 20_000 })
    await expect(connectionStatus(page, 'Connecting…')).toBeVisible()
    await page.unroute(codeOf(module))
    await expect(connectionStatus(page, 'Live')).toBeVisible({ timeout: 40_000 })
  })
}

test('a page whose calls fail to load shows an error, and Retry loads them', async ({ page }) => {
  const { profile } = await signUpWithOrganization(page)
  const calls = codeOf('src/contract/parts/further-part.ts')
  await page.route(calls, (route) => route.abort('connectionreset'))
  await page.goto(`/${profile.username}/settings/usage`)
  const again = page.getByRole('main').getByRole('button', { name: 'Retry' })
  await expect(again).toBeVisible()
  await page.unroute(calls)
  await again.click()
  await expect(again).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Projects').first()).toBeVisible()
})
