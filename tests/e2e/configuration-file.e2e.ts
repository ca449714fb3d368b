import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('the configuration of an instance is edited as a file and in the form, each follows the other', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'storefront',
    environment: [{ name: 'GREETING', value: 'Good morning' }],
  })
  await waitForState(page, made, 'Active')
  await page.goto(`${addressOf(organization, made)}/configuration`)
  await page.getByRole('button', { name: 'Edit as file' }).click()
  await expect(page).toHaveURL(/file=shown/)
  const editor = page.getByRole('textbox', { name: 'Configuration as YAML' })
  // The saved value is kept, and never shown.
  await expect(editor).toContainText('keep: true')
  await expect(editor).not.toContainText('Good morning')
  await expectNoAxeViolations(page)

  await page.getByRole('textbox', { name: 'Replicas' }).fill('2')
  await expect(editor).toContainText('replicas: 2')
  await editor.getByText('replicas: 2').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('3')
  await expect(page.getByRole('textbox', { name: 'Replicas' })).toHaveValue('3')

  await page.keyboard.insertText('oops')
  await expect(page.getByRole('alert').filter({ hasText: 'The file has errors' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save and deploy' })).toBeDisabled()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('textbox', { name: 'Replicas' })).toHaveValue('1')
  await expect(editor).not.toContainText('oops')
})
