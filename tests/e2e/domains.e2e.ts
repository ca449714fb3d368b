import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test('a domain is added, shown in a second tab with its records and last check, and removed [P2.36] [P3.11] [P8.12]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const instance = await deployInstance(page, project, { name: 'storefront' })
  const tab = `${addressOf(organization, instance)}/domains`
  const second = await page.context().newPage()
  await second.goto(tab)
  await expect(second.getByText('No domains')).toBeVisible()

  await page.goto(tab)
  await page.getByRole('button', { name: 'Add domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a domain' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('https://harbour.test')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(dialog).toContainText('without https://')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('harbour.test')
  await dialog.getByRole('button', { name: 'Add domain' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Domain created successfully')).toBeVisible()
  await expectNoAxeViolations(page)

  const card = second.getByRole('region', { name: 'harbour.test' })
  await expect(card.getByRole('list', { name: 'DNS records of harbour.test' })).toContainText('_longshore.harbour.test')
  await expect(card.getByRole('list', { name: 'Last check of harbour.test' })).toContainText('Query')
  const response = await callAs(page, 'GET', `compute-instance/${instance._id}/domains`)
  expect((await response.json()).domains).toHaveLength(1)

  await page.getByRole('button', { name: 'Actions of harbour.test' }).click()
  await page.getByRole('menuitem', { name: 'Remove domain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click()
  await expect(page.getByText('Domain removed successfully')).toBeVisible()
  await expect(second.getByText('No domains')).toBeVisible()
})
