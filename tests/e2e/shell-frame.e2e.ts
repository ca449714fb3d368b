import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { fullProduct, stubExternalPages } from './fixtures/product.ts'
import { createOrganization, signUpAndOpenDashboard, signUpWithOrganization, unique } from './fixtures/users.ts'

test.use({ product: fullProduct })

test('the apps are switched from the bar, below 1024 px from the navigation menu, and Products opens the chooser [A1.5, A2.24, A2.26, A2.31]', async ({
  page,
}) => {
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
  await page.goBack()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Switch app' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Console/, /^Provider/, /^Fizz Node/])
  await page.getByRole('menuitem', { name: /^Fizz Node/ }).click()
  await expect(page).toHaveURL('https://fizz.longshore.example/')
  await page.goBack()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Products' }).click()
  await expect(page).toHaveURL('/choose-longshore-app')
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

test('a new tab starts with the organisation that was last selected in another one [A9.7, A4.5]', async ({
  page,
  context,
}) => {
  const first = await signUpWithOrganization(page)
  const second = await createOrganization(page, unique('Second'))
  await page.goto('/choose-longshore-app')
  const console = page.getByRole('link', { name: /^Console/ })
  await expect(console).toHaveAttribute('href', `/${first.profile.username}/dashboard`)
  await navigateTo(page, `/${second.profile.username}/dashboard`)
  await expect(page.getByRole('button', { name: `Organisation: ${second.profile.name}` })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/choose-longshore-app')
  await expect(other.getByRole('link', { name: /^Console/ })).toHaveAttribute(
    'href',
    `/${second.profile.username}/dashboard`,
  )
})
