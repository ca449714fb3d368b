import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { copied } from './fixtures/logs.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test('a crash loop is named with its exit code and last lines, and the timeline shows and links every event', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'importer',
    image: 'longshore/trouble:1',
    ports: [],
    environment: [
      { name: 'EXIT_CODE', value: '7' },
      { name: 'AFTER_MS', value: '1500' },
    ],
  })
  await page.goto(addressOf(organization, made))
  const loop = page.getByRole('status').filter({ hasText: 'exits in a row, the last with code 7' })
  await expect(loop).toBeVisible({ timeout: 30_000 })
  await expect(loop).toContainText('Crash loop')
  await expect(loop).toContainText('trouble: exit in 1500 ms')

  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  const events = page.getByRole('list', { name: 'Events' })
  await expect(events).toContainText('Crash loop: app 1')
  await callAs(page, 'POST', `compute-instance/${made._id}/close`, { organizationId: organization._id })
  // The page follows without a reload.
  await expect(events).toContainText('Instance closed')
  await expectNoAxeViolations(page)

  await page.getByRole('combobox', { name: 'Subject' }).click()
  await page.getByRole('option', { name: 'Deployments', exact: true }).click()
  await expect(page).toHaveURL(/subject=deployments/)
  await expect(events).toContainText('Deployment 1')
  await expect(events).not.toContainText('Crash loop')

  const button = events.getByRole('button', { name: 'Copy link to Deployment 1 active', exact: true })
  await page.goto(await copied(page, () => button.click()))
  await expect(page).toHaveURL(/\?event=[\w-]+$/)
  await expect(events.locator('[aria-current]')).toContainText('Deployment 1 active')
  await expect(events).toContainText('Crash loop')
})
