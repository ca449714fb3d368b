import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { joinAs } from './fixtures/teams.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('a viewer reads the configuration as a form or a file, and sees the reason alone in place of the wizard', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, { name: 'storefront' })
  await waitForState(page, made, 'Active')
  const { page: viewer } = await joinAs(browser, page, organization, 'viewer')

  await viewer.goto(`${addressOf(organization, made)}/configuration`)
  await expect(viewer.getByText('You can only look at the configuration')).toBeVisible()
  await expect(viewer.getByLabel('Container image')).toBeDisabled()
  await expect(viewer.getByRole('button', { name: 'Save and deploy' })).toHaveCount(0)
  await viewer.getByRole('navigation', { name: 'Show as' }).getByRole('link', { name: 'File' }).click()
  const editor = viewer.getByRole('textbox', { name: 'Configuration as YAML' })
  await expect(editor).toHaveAttribute('aria-readonly', 'true')
  const before = await editor.textContent()
  await editor.click()
  await viewer.keyboard.insertText('oops')
  await expect(editor).toHaveText(before ?? '')
  await expect(viewer.getByRole('button', { name: 'Open file' })).toHaveCount(0)

  await viewer.goto(`/${organization.profile.username}/${project._id}/new-instance`)
  await expect(viewer.getByText('You cannot deploy here')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Continue' })).toHaveCount(0)
})
