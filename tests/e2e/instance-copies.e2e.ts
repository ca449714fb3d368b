import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('an instance is duplicated into a project and moved to another one, and its old link leads to it', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const shop = await createProject(page, organization, 'Shop')
  const staging = await createProject(page, organization, 'Staging')
  const made = await deployInstance(page, shop, { name: 'clock', image: 'longshore/clock:1', ports: [] })
  await waitForState(page, made, 'Active')
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const choose = async (project: string) => {
    await page.getByRole('dialog').getByRole('combobox', { name: 'Project' }).click()
    await page.getByRole('option', { name: project }).click()
  }

  const address = addressOf(organization, made)
  await page.goto(address)
  await menu('Duplicate instance')
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('clock copy')
  await expectNoAxeViolations(page)
  await choose('Staging')
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/${staging._id}/[^/]+/logs/deployment-logs$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('clock copy')

  await page.goto(`${address}/settings`)
  await menu('Move to another project')
  await choose('Staging')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const moved = new RegExp(`/${staging._id}/${made._id}/settings$`)
  await expect(page).toHaveURL(moved)
  await page.goto(`${address}/settings`)
  await expect(page).toHaveURL(moved)
  await page.goto(`/${organization.profile.username}/project/${staging._id}`)
  const rows = page.getByRole('table', { name: 'Instances' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
})
