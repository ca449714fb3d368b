import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const DEDICATED = /^127\.20\.3\.\d+:8080$/

test('a dedicated address is confirmed first, shown at its port and listed in the project, also in a second tab [P2.16] [P4.16]', async ({
  page,
}) => {
  test.skip(process.platform !== 'linux', 'Only Linux has all addresses of 127.0.0.0/8')
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, { name: 'storefront' })
  await waitForState(page, made, 'Active')
  const ofProject = `/${organization.profile.username}/project/${project._id}?show=network`
  const second = await page.context().newPage()
  await second.goto(ofProject)
  await expect(second.getByRole('heading', { name: 'Shop' })).toBeVisible()

  await page.goto(`${addressOf(organization, made)}/configuration`)
  const lease = page.getByRole('combobox', { name: 'IP lease' })
  const choose = async (name: RegExp) => {
    await lease.click()
    await page.getByRole('option', { name }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Use a dedicated IP?' })
  await choose(/Dedicated IP/)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(lease).toContainText('Shared IP')
  await choose(/Dedicated IP/)
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(lease).toContainText('Dedicated IP')
  await page.getByRole('button', { name: 'Save and deploy' }).click()
  await page.getByRole('dialog', { name: 'Save and deploy?' }).getByRole('button', { name: 'Save and deploy' }).click()
  await expect(page).toHaveURL(/deployment-logs/)

  const table = second.getByRole('table', { name: 'IP addresses' })
  await expect(table.getByRole('link', { name: 'storefront' })).toBeVisible()
  await page.goto(addressOf(organization, made))
  await expect(page.getByText(DEDICATED)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy address 127\.20\.3\./ })).toBeVisible()

  await callAs(page, 'POST', `compute-instance/${made._id}/close`, { organizationId: organization._id })
  await expect(table).toBeHidden()
})

test('a static address is leased and released with its name typed [P4.6]', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Lease a static address' }).click()
  const leasing = page.getByRole('dialog', { name: 'Lease a static address' })
  await leasing.getByRole('textbox', { name: 'Name' }).fill('Front door')
  await leasing.getByRole('button', { name: 'Lease address' }).click()
  await expect(leasing).toContainText('Use lower-case letters, digits and hyphens')
  await leasing.getByRole('textbox', { name: 'Name' }).fill('front-door')
  await leasing.getByRole('button', { name: 'Lease address' }).click()
  await expect(leasing).toBeHidden()
  await page.getByRole('link', { name: 'Network', exact: true }).click()

  const table = page.getByRole('table', { name: 'IP addresses' })
  await expect(table).toContainText('Static, front-door')
  await expect(table).toContainText('Not attached')
  await expectNoAxeViolations(page)
  await table.getByRole('button', { name: /^Actions of address/ }).click()
  await page.getByRole('menuitem', { name: 'Release address' }).click()
  const releasing = page.getByRole('dialog', { name: /^Release 127\.20\.3\./ })
  await releasing.getByRole('textbox').fill('front-door')
  await releasing.getByRole('button', { name: 'Release address' }).click()
  await expect(table).toBeHidden()
})
