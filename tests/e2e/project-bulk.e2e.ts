import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('columns are hidden, which the address keeps, and selected instances are closed and deleted together, with a result for each [P2.27, P4.11, P8.12]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const clock = { image: 'longshore/clock:1', ports: [] }
  const made = [
    await deployInstance(page, project, { name: 'red', ...clock }),
    await deployInstance(page, project, { name: 'green', ...clock }),
    await deployInstance(page, project, { name: 'blue', ...clock }),
  ]
  for (const instance of made) await waitForState(page, instance, 'Active')
  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  const rows = page.getByRole('table', { name: 'Instances' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  const region = page.getByRole('columnheader', { name: 'Region' })
  await expect(region).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Region' }).click()
  await expect(region).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Plan' })).toBeVisible()
  await expect(region).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select red' }).check()
  await page.getByRole('checkbox', { name: 'Select green' }).check()
  await expect(page.getByText('2 instances selected')).toBeVisible()
  await expectNoAxeViolations(page)

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog).toContainText('bulk action')
  await dialog.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Shop' }).click()
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(dialog.getByRole('list', { name: 'Results' }).getByText('Moved')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Okay' }).click()
  await expect(rows).toHaveCount(3)

  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toContainText('You are about to perform a bulk action')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('2 instances selected')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  const results = dialog.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results).toHaveCount(2)
  await expect(results.filter({ hasText: 'Closed' })).toHaveCount(2)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Okay' }).click()
  await expect(rows.filter({ hasText: 'Closed' })).toHaveCount(2, { timeout: 20_000 })

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(results.filter({ hasText: 'Deleted' })).toHaveCount(3)
  await expect(page.getByText('Instances Removed!')).toBeVisible()
  await dialog.getByRole('button', { name: 'Okay' }).click()
  await expect(page.getByText('No instances yet')).toBeVisible({ timeout: 20_000 })
})
