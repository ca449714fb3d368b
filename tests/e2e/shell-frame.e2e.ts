import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { fullProduct, stubExternalPages, withProduct } from './fixtures/product.ts'
import { callAs, createOrganization, signUpAndOpenDashboard, signUpWithOrganization, unique } from './fixtures/users.ts'

test.use({ product: fullProduct })

test('the apps are switched from the bar, and Products opens the chooser [A1.5, A2.24, A2.26]', async ({ page }) => {
  await stubExternalPages(page)
  await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: 'Switch app' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Console/, /^Provider/, /^Fizz Node/])
  await page.getByRole('menuitem', { name: /^Fizz Node/ }).click()
  await expect(page).toHaveURL('https://fizz.longshore.example/')
  await page.goBack()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Products' }).click()
  await expect(page).toHaveURL('/choose-longshore-app')
})

test('below 1024 px the apps are switched from the navigation menu [A2.24, A2.31]', async ({ page }) => {
  await stubExternalPages(page)
  await signUpAndOpenDashboard(page)
  for (const width of [1023, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('button', { name: 'Switch app' })).toBeHidden()
    await page.getByRole('button', { name: 'Navigation' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Compute',
      'Team',
      'Settings',
      /^Console/,
      /^Provider/,
      /^Fizz Node/,
    ])
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Navigation' }).click()
  await page.getByRole('menuitem', { name: /^Fizz Node/ }).click()
  await expect(page).toHaveURL('https://fizz.longshore.example/')
})

const indicators = [
  ['minor', 'partial', 'Partially degraded service'],
  ['major', 'outage', 'Partial system outage'],
  ['critical', 'outage', 'Major system outage'],
  ['none', 'normal', 'All systems operational'],
] as const
test('the footer shows the system’s status, and an error for an unreadable one [A2.29, A4.15, A7.43]', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo').locator('[data-kind]')
  for (const [indicator, kind, text] of indicators) {
    const response = await page.request.put('/api/sandbox/status', { data: { indicator } })
    expect(response.ok()).toBe(true)
    await page.goto('/login')
    await expect(footer).toHaveText(`System status: ${text}`)
    await expect(footer).toHaveAttribute('data-kind', kind)
  }
  await page.route('**/api/sandbox/status', (route) => route.abort())
  await page.goto('/login')
  await expect(footer).toHaveText('System status: Error ocurred')
  await expect(footer).toHaveAttribute('data-kind', 'outage')
  await expectNoAxeViolations(page)
})

test('disabled items are greyed with a reason; internal organisations are not listed [A2.6, A2.25, A9.8]', async ({
  page,
}) => {
  const changes = { disabledApps: ['cloud', 'provider'], apps: { fizzNode: null }, internalMarker: 'hidden-yard' }
  await withProduct(changes, async ({ origin }) => {
    await page.goto(`${origin}/api/auth/github/login?sandbox_user=ada`)
    await expect(page).toHaveURL(`${origin}/onboarding`)
    const make = async (name: string) =>
      page.request.post(`${origin}/api/organization`, {
        headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('jwt-token'))}` },
        data: { name, preferedAppType: 'compute' },
      })
    for (const name of ['North Pier', 'Hidden Yard 7']) expect((await make(name)).ok()).toBe(true)
    await page.goto(`${origin}/choose-longshore-app`)
    const card = (name: RegExp) => page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name })
    await expect(card(/Console/)).toHaveAttribute('href', '/north-pier/dashboard')
    await expect(card(/Provider/)).toBeDisabled()
    await expect(card(/Provider/)).toContainText('Currently unavailable')
    await expect(card(/Fizz Node/)).toContainText('Not installed here')
    await card(/Provider/).click({ force: true })
    await expect(page).toHaveURL(`${origin}/choose-longshore-app`)
    await card(/Console/).click()
    await page.getByRole('button', { name: /^Organisation:/ }).click()
    await expect(page.getByRole('menuitemcheckbox')).toHaveText([/North Pier/])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch app' }).click()
    await expect(page.getByRole('menuitem', { name: /^Provider/ })).toBeDisabled()
  })
})

const later = () => new Date(Date.now() + 3_600_000).toISOString()
const banner = (id: string, link: object | null = null) => ({ id, title: `News of ${id}`, text: `About ${id}.`, link })

test('banners are stepped through and dismissed for good, and notices carry links [A2.33, A3.9, A4.12, A7.15, A7.16]', async ({
  page,
}) => {
  const changes = {
    maintenance: {
      text: 'The database moves tonight.',
      type: 'warning',
      expiresAt: later(),
      links: [{ label: 'What it means', href: 'https://longshore.example/move' }],
    },
    banners: [banner('regions'), banner('prices', { label: 'See prices', href: 'https://longshore.example/prices' })],
  }
  await withProduct(changes, async ({ origin }) => {
    await page.goto(`${origin}/login`)
    await expect(page.getByText('The database moves tonight.')).toBeVisible()
    await expect(page.getByText('News of')).toHaveCount(0)
    await page.goto(`${origin}/api/auth/github/login?sandbox_user=ada`)
    await expect(page).toHaveURL(`${origin}/onboarding`)
    await page.goto(`${origin}/nowhere/at/all/there`)
    await expect(page.getByRole('link', { name: 'What it means' })).toHaveAttribute('href', /\/move$/)
    await expect(page.getByText('News of regions')).toBeVisible()
    await expectNoAxeViolations(page)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Next banner' }).click()
    await expect(page.getByText('News of regions')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'See prices' })).toBeVisible()
    await page.getByRole('button', { name: 'Previous banner' }).click()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('News of prices')).toBeVisible()
    await page.reload()
    await expect(page.getByText('News of prices')).toBeVisible()
    await expect(page.getByText('News of regions')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Next banner' })).toHaveCount(0)
  })
})

test('the dashboard recommends a template, guides and videos; a video plays in a dialog [A2.33, A2.51]', async ({
  page,
}) => {
  const changes = {
    marketing: {
      title: 'Run a model of your own',
      description: 'A minute from here to a chat that is yours.',
      buttonText: 'Try it',
      templateName: 'Guestbook',
      templateId: 'longshore-guestbook',
      gpu: true,
    },
    resources: [{ title: 'First steps', text: 'Deploy in a minute', href: 'https://longshore.example/first' }],
    videos: [{ title: 'A tour of the harbour', src: 'https://video.example/embed/1' }],
  }
  await withProduct(changes, async ({ origin }) => {
    await stubExternalPages(page)
    await page.goto(`${origin}/api/auth/github/login?sandbox_user=ada`)
    await expect(page).toHaveURL(`${origin}/onboarding`)
    const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('jwt-token'))}` }
    const post = async (path: string, data: object) =>
      (await page.request.post(`${origin}/api/${path}`, { headers, data })).json()
    const { organization } = await post('organization', { name: 'North Pier', preferedAppType: 'compute' })
    await page.goto(`${origin}/north-pier/dashboard`)
    await page.getByRole('button', { name: 'Try it' }).click()
    await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
    const project = await post('compute-project/create', { organizationId: organization._id, name: 'Shop' })
    await page.reload()
    const main = page.getByRole('main')
    for (const text of ['Run a model of your own', 'A minute from here to a chat that is yours.', 'Guestbook', 'GPU'])
      await expect(main.getByText(text, { exact: true })).toBeVisible()
    const guide = main.getByRole('link', { name: /^First steps/ })
    await expect(guide).toContainText('Deploy in a minute')
    await expect(guide).toHaveAttribute('href', 'https://longshore.example/first')
    await page.getByRole('button', { name: /^A tour of the harbour/ }).click()
    const dialog = page.getByRole('dialog', { name: 'A tour of the harbour' })
    await expect(dialog.locator('iframe').contentFrame().getByText('https://video.example/embed/1')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Try it' }).click()
    await expect(page).toHaveURL(`${origin}/north-pier/${project._id}/new-instance?template=longshore-guestbook`)
  })
})

test('a new tab starts with the organisation that was last selected in another one [A9.7, A4.5]', async ({
  page,
  context,
}) => {
  const first = await signUpWithOrganization(page)
  const second = await createOrganization(page, unique('Second'))
  expect((await callAs(page, 'GET', 'profile')).ok()).toBe(true)
  await page.goto('/choose-longshore-app')
  const console = page.getByRole('link', { name: /^Console/ })
  await expect(console).toHaveAttribute('href', `/${first.profile.username}/dashboard`)
  await page.goto(`/${second.profile.username}/dashboard`)
  await expect(page.getByRole('button', { name: `Organisation: ${second.profile.name}` })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/choose-longshore-app')
  await expect(other.getByRole('link', { name: /^Console/ })).toHaveAttribute(
    'href',
    `/${second.profile.username}/dashboard`,
  )
})
