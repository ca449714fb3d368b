import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { stubExternalPages } from './fixtures/product.ts'
import { createOrganization, signUpAndOpenDashboard, signUpWithOrganization, unique } from './fixtures/users.ts'

const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
const banner = (id: string, link: object | null = null) => ({ id, title: `News of ${id}`, text: `About ${id}.`, link })

test.use({
  product: {
    name: 'Quayside',
    links: { changelog: null },
    announcement: { text: 'The crane is serviced tonight.', type: 'warning', expiresAt },
    maintenance: {
      text: 'The database moves at noon.',
      type: 'info',
      expiresAt,
      links: [{ label: 'What it means', href: 'https://longshore.example/move' }],
    },
    banners: [banner('regions'), banner('prices', { label: 'See prices', href: 'https://longshore.example/prices' })],
    disabledApps: ['cloud', 'provider'],
    apps: { fizzNode: null },
    internalMarker: 'hidden-yard',
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
  },
})
// One control plane has this configuration.
test.describe.configure({ mode: 'default' })

test('banners are stepped through and dismissed for good; notices carry links and are shown until they expire; names and links come from the installation [A1.4, A2.28, A2.33, A3.9, A4.12, A7.15, A7.16, A9.9]', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  await expect(page).toHaveTitle('Log in · Quayside')
  await expect(page.getByRole('link', { name: 'Changelog' })).toHaveCount(0)
  const announcement = page.getByText('The crane is serviced tonight.')
  const maintenance = page.getByText('The database moves at noon.')
  await expect(maintenance).toBeVisible()
  await expect(page.getByText('News of')).toHaveCount(0)

  await signUpWithOrganization(page)
  await page.goto('/nowhere/at/all/there')
  await expect(announcement).toBeVisible()
  await expect(maintenance).toBeVisible()
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

  // A response's date would correct the clock.
  await page.context().setOffline(true)
  await expect(page.getByRole('banner').getByText(/^Offline since/)).toBeVisible()
  await expect(announcement).toBeVisible()
  await page.clock.fastForward('01:01:00')
  await expect(announcement).toHaveCount(0)
  await expect(maintenance).toHaveCount(0)
})

test('disabled items are greyed with a reason; internal organisations are not listed [A2.6, A2.25, A9.8]', async ({
  page,
}) => {
  const { profile } = await signUpWithOrganization(page)
  await createOrganization(page, unique('Hidden Yard'))
  await page.goto('/choose-longshore-app')
  const card = (name: RegExp) => page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name })
  await expect(card(/Console/)).toHaveAttribute('href', `/${profile.username}/dashboard`)
  await expect(card(/Provider/)).toBeDisabled()
  await expect(card(/Provider/)).toContainText('Currently unavailable')
  await expect(card(/Fizz Node/)).toContainText('Not installed here')
  await card(/Provider/).click({ force: true })
  await expect(page).toHaveURL('/choose-longshore-app')
  await card(/Console/).click()
  await page.getByRole('button', { name: /^Organisation:/ }).click()
  await expect(page.getByRole('menuitemcheckbox')).toHaveText([new RegExp(profile.name)])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Switch app' }).click()
  await expect(page.getByRole('menuitem', { name: /^Provider/ })).toBeDisabled()
})

test('the dashboard recommends a template, guides and videos; a video plays in a dialog [A2.33, A2.51]', async ({
  page,
}) => {
  await stubExternalPages(page)
  const organization = await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
  await page.keyboard.press('Escape')
  const project = await createProject(page, organization, 'Shop')
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
  await expect(page).toHaveURL(
    `/${organization.profile.username}/${project._id}/new-instance?template=longshore-guestbook`,
  )
})
