import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('a project is archived, leaves the dashboard of every tab, and is restored [P2.16, P4.8, P7.28]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const dashboard = `/${organization.profile.username}/dashboard`
  const project = await createProject(page, organization, 'Finished')
  await createProject(page, organization, 'Current')
  const other = await page.context().newPage()
  await other.goto(dashboard)
  await expect(other.getByRole('link', { name: 'Finished' })).toBeVisible()

  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Archive project')
  const dialog = page.getByRole('dialog', { name: 'Archive Finished' })
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Archive project' }).click()
  await expect(page.getByText('Successfully archived project: Finished')).toBeVisible()
  await expect(page.getByText('This project is archived')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New instance' })).toBeHidden()

  await expect(other.getByRole('link', { name: 'Finished' })).toBeHidden()
  await other.getByRole('link', { name: 'Archived' }).click()
  await expect(other).toHaveURL(/projects=archived/)
  await expect(other.getByRole('link', { name: 'Finished' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Current', exact: true })).toHaveCount(1)
  await expectNoAxeViolations(other)

  await page.getByRole('button', { name: 'Restore project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore project' }).click()
  await expect(page.getByText('This project is archived')).toBeHidden()
  await expect(other.getByText('No archived projects')).toBeVisible()
})
