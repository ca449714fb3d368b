import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, NOWHERE_IMAGE, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { failOnceLive } from './fixtures/failing-reads.ts'
import { signUpAndOpenDashboard, signUpWithOrganization } from './fixtures/users.ts'

test('an empty dashboard offers a project, and a project offers its first instance [A2.10, A2.23, P2.26, P2.6, P8.12]', async ({
  page,
}) => {
  const organization = await signUpAndOpenDashboard(page)
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await expect(dialog.getByLabel('Project Title')).toBeFocused()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Required.')
  await dialog.getByLabel('Project Title').fill('Shop')
  await dialog.getByLabel('Project Description').fill('Everything that sells')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(new RegExp(`/${organization.profile.username}/[0-9a-f-]{36}/new-instance$`))
  await expect(page.getByText('Project Created!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Shop' })).toContainText('Everything that sells')
})

test('failed instances come first, also in a second tab, and running ones are counted and priced [P3.5]', async ({
  page,
  context,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  await page.goto(`/${organization.profile.username}/dashboard`)
  await expect(page.getByText('Nothing needs attention.')).toBeVisible()
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByText('Nothing needs attention.')).toBeVisible()
  const failing = await deployInstance(page, project, { name: 'nothing', image: NOWHERE_IMAGE, ports: [] })
  const running = await deployInstance(page, project, { name: 'storefront' })
  await waitForState(page, failing, 'Failed-start')
  await waitForState(page, running, 'Active')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention).toContainText('nothing')
  await expect(second.getByRole('region', { name: 'Needs attention' })).toContainText('nothing')
  await second.close()
  await expect(page.getByRole('progressbar', { name: 'Memory' })).toHaveAttribute('aria-valuetext', /of 128 MiB used/)
  const card = page.getByRole('article').filter({ hasText: 'Shop' })
  await expect(card).toContainText('1 failed')
  await expect(card).toContainText('1 active')
  await expect(card).toContainText('$0.05 / day')
  await expectNoAxeViolations(page)
  await attention.getByRole('link', { name: 'nothing' }).click()
  await expect(page).toHaveURL(addressOf(organization, failing))
  await expect(page.getByText('This instance failed to start')).toBeVisible()
})

test('projects that cannot be loaded are retried; six fit on a page, whose number is in the URL, in the light and at 360 px [P9.1]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  for (let at = 1; at <= 7; at += 1) await createProject(page, organization, `Project ${at}`)
  await createProject(page, organization, 'Project 8 with a rather long name that has to be cut')
  await failOnceLive(page, '**/compute-projects*')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.goto(`/${organization.profile.username}/dashboard`)
  await expect(page.getByRole('alert')).toContainText('The projects could not be loaded')
  await page.unroute('**/compute-projects*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('article').first()).toContainText('Project 8')
  const pages = page.getByRole('navigation', { name: 'Projects, pages' })
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/dashboard\?page=2$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(6)
})
