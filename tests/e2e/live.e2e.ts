import { addressOf, createProject, deployInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { downloaded, newestNumber } from './fixtures/logs.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test('a second tab shows the same without a reload: Starting, Active, closing, gone [P7.63, P4.13]', async ({
  page,
  context,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const list = await context.newPage()
  await list.goto(`/${organization.profile.username}/project/${project._id}`)
  await expect(list.getByText('No instances yet')).toBeVisible()
  const made = await deployInstance(page, project, { name: 'storefront' })
  const row = list.getByRole('row').filter({ hasText: 'storefront' })
  await expect(row).toBeVisible()
  await expect(row).toContainText('Active', { timeout: 30_000 })
  await expect(row.getByRole('link', { name: 'Open storefront' })).toBeVisible()

  await page.goto(addressOf(organization, made))
  await callAs(page, 'POST', `compute-instance/${made._id}/close`, { organizationId: organization._id })
  await expect(page.getByText('This instance is closed')).toBeVisible({ timeout: 20_000 })
  await expect(row).toContainText('Closed')
  await callAs(list, 'DELETE', `compute-instance/${made._id}`)
  await expect(page.getByText('This instance was deleted')).toBeVisible({ timeout: 20_000 })
  await expect(list.getByText('No instances yet')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the project' }).click()
  await expect(page).toHaveURL(`/${organization.profile.username}/project/${project._id}`)
})

test('log lines appear as they are printed, without repeats [P5.14, P7.24]', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'clock',
    image: 'longshore/clock:1',
    ports: [],
    environment: [{ name: 'PERIOD_MS', value: '200' }],
  })
  await page.goto(`${addressOf(organization, made)}/logs/instance-logs`)
  const log = page.getByRole('region', { name: 'Instance logs of clock' })
  await expect.poll(() => newestNumber(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
  const tabs = page.getByRole('navigation', { name: 'Instance', exact: true })
  await tabs.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
  await tabs.getByRole('link', { name: 'Logs' }).click()
  await expect.poll(() => newestNumber(page)).toBeGreaterThanOrEqual(5)
  const ticks = ((await log.textContent()) ?? '').match(/tick \d+ at/g) ?? []
  expect(new Set(ticks).size).toBe(ticks.length)
  expect((await downloaded(page, 'Whole log as text')).name).toBe(`service-logs-${made._id}.log`)
})
