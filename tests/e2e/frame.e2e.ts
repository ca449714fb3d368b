import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { codeOf } from './fixtures/built-files.ts'
import { createProject, deployInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { fullProduct } from './fixtures/product.ts'
import {
  callAs,
  createOrganization,
  signInOnPage,
  signUpAndOpenDashboard,
  signUpWithOrganization,
  unique,
} from './fixtures/users.ts'

test.use({ product: fullProduct })

test('the frame shows the location, the connection status and the user, and is usable at 360 px [A2.24, A2.26, A2.29, A2.31]', async ({
  page,
}) => {
  const { profile } = await signUpAndOpenDashboard(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('button', { name: 'Account' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Navigation' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 720 })
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('link', { name: 'CLOUD' })).toHaveAttribute('href', `/${profile.username}/dashboard`)
  await expect(bar.getByRole('navigation').getByRole('link')).toHaveText(['Compute', 'Team', 'Settings'])
  await expect(bar.getByText('Sandbox', { exact: true })).toBeVisible()
  await expect(bar.getByText('Live')).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© 2024–${new Date().getFullYear()} Longshore`)
  for (const [name, href] of [
    ['Documentation', '/docs'],
    ['Changelog', '/docs/changelog'],
    ['Source code', 'https://longshore.example/code'],
    ['Social', 'https://longshore.example/social'],
    ['Community chat', 'https://longshore.example/chat'],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Products',
    'Settings',
    'Keyboard shortcuts',
    'Docs',
    'Report Bugs',
    'Blogs',
    'Contact Us',
    'Logout',
  ])
  for (const [name, href] of [
    ['Docs', '/docs'],
    ['Report Bugs', 'https://longshore.example/report-bugs'],
    ['Blogs', 'https://longshore.example/blog'],
    ['Contact Us', '/docs/contact'],
  ] as const) {
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', href)
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('target', '_blank')
  }
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
})

test('nothing moves forever: with reduced motion at once, and without it after the connection was announced', async ({
  page,
}) => {
  const endless = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a transition')),
    )
  await signUpAndOpenDashboard(page)
  await expect.poll(endless).toEqual([])
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await page.getByRole('button', { name: 'Account' }).waitFor()
  await expect.poll(endless).toEqual([])
  await page.goto('/login')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(endless).toEqual([])
})

test('a skeleton keeps the place of the avatar while the profile loads; when it fails to load, an error is shown, nobody is signed out, and Retry loads it [A2.24]', async ({
  page,
}) => {
  const { profile } = await signUpWithOrganization(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/profile', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/${profile.username}/dashboard`)
  const bone = page.getByRole('banner').locator('[class*="user"]')
  await expect(bone).toBeVisible()
  // The frame's code may still load, and then it is drawn again.
  let x: number | undefined
  await expect
    .poll(async () => {
      x = (await bone.boundingBox())?.x
      return x
    })
    .toBeDefined()
  await expect(page.getByRole('button', { name: 'Account' })).toHaveCount(0)
  release()
  const avatar = page.getByRole('button', { name: 'Account' })
  await expect(avatar).toBeVisible()
  expect((await avatar.boundingBox())?.x).toBeCloseTo(x ?? 0, -1)

  await page.route('**/api/profile', (route) =>
    route.fulfill({ status: 500, json: { error: 'unexpected', message: 'The profile is away.' } }),
  )
  await page.reload()
  await expect(page.getByText('The profile is away.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('jwt-token'))).not.toBeNull()
  await expectNoAxeViolations(page)
  await page.unroute('**/api/profile')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(avatar).toBeVisible()
})

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
}

test('the palette finds pages, projects and actions with the keyboard alone', async ({ page }) => {
  const { _id, profile } = await signUpAndOpenDashboard(page)
  const name = unique('lantern')
  const made = await callAs(page, 'POST', 'compute-project/create', { organizationId: _id, name })
  const project = await made.json()
  await openPalette(page)
  await expectNoAxeViolations(page)
  await page.keyboard.type(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/${profile.username}/project/${project._id}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openPalette(page)
  await page.keyboard.type(`instance in ${name}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/${profile.username}/${project._id}/new-instance`)

  await openPalette(page)
  await page.keyboard.type('light theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')

  await openPalette(page)
  await page.keyboard.type('new project')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openPalette(page)
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('on a page about the user the palette selects an organisation, there and in other tabs, and the page stays [A4.5]', async ({
  page,
  context,
}) => {
  const first = await signUpWithOrganization(page)
  const other = await createOrganization(page, unique('Quay'))
  const second = await context.newPage()
  await second.goto(`/${first.profile.username}/dashboard`)
  await second.getByRole('button', { name: 'Account' }).click()
  await second.getByRole('menuitem', { name: 'Settings' }).click()
  await second.getByLabel('FULL NAME').waitFor()
  await page.goto('/user/settings/general')
  await page.getByLabel('FULL NAME').waitFor()
  await openPalette(page)
  await page.keyboard.type(other.profile.name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Switched to ${other.profile.name}`)).toBeVisible()
  await expect(page).toHaveURL('/user/settings/general')
  expect(await page.evaluate(() => localStorage.getItem('selected-org'))).toBe(other._id)
  await expect(second.getByRole('link', { name: 'Compute' })).toHaveAttribute(
    'href',
    `/${other.profile.username}/dashboard`,
  )
  await page.getByRole('link', { name: 'Compute' }).click()
  await expect(page).toHaveURL(`/${other.profile.username}/dashboard`)
})

test('? lists the shortcuts, not while typing, and not when it is turned off', async ({ page }) => {
  await signInOnPage(page, unique('Ada'))
  await page.getByLabel('Organisation name').press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.reload()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

const lost = 'Sorry the page you requested could not be found. Please login to continue.'
test('an unknown URL shows an error, outside and inside the frame [A2.21, A8.25]', async ({ page }) => {
  await page.goto('/nowhere/at/all/there')
  await expect(page.getByText(lost)).toBeVisible()
  for (const path of ['/marketplace', '/chooseapp', '/payment', '/support', '/app/dashboard']) {
    await navigateTo(page, path)
    await expect(page.getByText(lost), path).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  const { profile } = await signUpWithOrganization(page)
  const own = [`/${profile.username}/billing/plan`, '/compute/billing/payment-history', '/compute/plan-pending']
  for (const path of ['/nowhere/at/all/there', '/marketplace', '/app/dashboard', ...own]) {
    await navigateTo(page, path)
    await expect(page.getByText('Sorry the page you requested could not be found.', { exact: true })).toBeVisible()
    await expect(page).toHaveTitle('Page not found · Longshore')
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/choose-longshore-app')
})

test('a page that crashes shows what happened and links home [A2.30]', async ({ page }) => {
  const { profile } = await signUpAndOpenDashboard(page)
  const membersCode = codeOf('ui/team/members-page.tsx')
  const body = "export const MembersPage = () => { throw new Error('The hull is leaking.') }"
  await page.route(membersCode, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(page.getByText('Something went wrong. Please try again after some time')).toBeVisible()
  await expect(page.getByText('The hull is leaking.')).toBeVisible()
  await expect(page.getByText('Error id')).toHaveText(/Error id [0-9a-f-]{36}$/)
  await expect(page.getByRole('link', { name: 'View Docs' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join Discord' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL(`/${profile.username}/dashboard`)
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('The hull is leaking.')).toBeVisible()
})

test('page load and interaction times are counted when the page is left [A7.43]', async ({ page }) => {
  const counted = async () => {
    const metrics = await (await page.request.get('/api/metrics')).text()
    const count = (of: string) => Number(metrics.split(`${of} `)[1]?.split('\n')[0] ?? 0)
    const times = ['first_paint', 'largest_paint', 'interaction']
    return [
      ...times.map((measure) => count(`longshore_page_seconds_count{measure="${measure}"}`)),
      count('longshore_page_layout_shift_count'),
    ]
  }
  await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.waitForFunction(
    (code) => performance.getEntriesByType('resource').some(({ name }) => code.test(name)),
    codeOf('streams/measures/page-entries.ts'),
  )
  const before = await counted()
  await page.goto('about:blank')
  await expect.poll(counted).toEqual(before.map((count) => count + 1))
})

test('notifications are listed, and new ones appear live [A2.34, A4.11, A7.6, A7.8, A7.9]', async ({ page }) => {
  const organization = await signUpAndOpenDashboard(page)
  const project = await createProject(page, organization, unique('Quay'))
  await deployInstance(page, project, { name: 'lantern' })
  await expect(page.getByText('lantern is active').first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^Notifications, \d unread$/ }).click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('listitem').first()).toContainText('lantern is active')
  await expect(list.getByRole('listitem').last()).toContainText('Welcome to Longshore')
  await deployInstance(page, project, { name: 'beacon' })
  await expect(list.getByRole('listitem').first()).toContainText('beacon is active', { timeout: 30_000 })
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused()
})
