import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { joinAs } from './fixtures/teams.ts'
import { callAs, createOrganization, signUpWithOrganization, unique } from './fixtures/users.ts'

test('an organisation is removed by its typed name, and the first that remains opens [A2.40, A2.46, A4.7, A5.5]', async ({
  page,
  browser,
}) => {
  const first = await signUpWithOrganization(page)
  const second = await createOrganization(page, unique('Second'))
  const { page: member } = await joinAs(browser, page, second, 'member')
  await member.goto(`/${second.profile.username}/dashboard`)
  await member.getByRole('status').filter({ hasText: 'Live' }).first().waitFor()
  await page.goto(`/${second.profile.username}/settings/general`)
  await page.getByRole('button', { name: 'Remove organisation' }).waitFor()
  await page.getByRole('button', { name: 'Remove organisation' }).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${second.profile.name}` })
  const confirm = dialog.getByRole('button', { name: 'Remove organisation' })
  await expect(confirm).toBeDisabled()
  await expect(dialog.getByText('Please fill in all the fields')).toBeVisible()
  await dialog.getByLabel(`Type ${second.profile.name} to confirm`).fill(second.profile.name)
  await expect(dialog.getByText('Please be sure, this action is irreversible')).toBeVisible()
  await confirm.click()
  await expect(page).toHaveURL(`/${first.profile.username}/dashboard`)
  const removedDialog = page.getByRole('dialog', { name: 'Organisation removed' })
  await expect(removedDialog).toContainText(second.profile.name)
  await removedDialog.getByRole('button', { name: 'Done' }).click()
  await expect(removedDialog).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('selected-org'))).toBe(first._id)
  await expect(member).toHaveURL('/onboarding')
  await member.context().close()

  await navigateTo(page, `/${first.profile.username}/settings/general`)
  await page.getByRole('button', { name: 'Remove organisation' }).click()
  await page.getByLabel(`Type ${first.profile.name} to confirm`).fill(first.profile.name)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove organisation' }).click()
  await expect(page).toHaveURL('/onboarding')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('selected-org'))).toBeNull()
})

test('an organisation with running instances is not removed, and lists them [A2.46]', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const instance = await deployInstance(page, project, { name: 'clock', image: 'longshore/clock:1', ports: [] })
  await waitForState(page, instance, 'Active')
  await page.goto(`/${organization.profile.username}/settings/general`)
  await page.getByRole('button', { name: 'Remove organisation' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Instances of this organisation are still running.').first()).toBeVisible()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'clock (Active)' })).toBeVisible()
  await dialog.getByLabel(`Type ${organization.profile.name} to confirm`).fill(organization.profile.name)
  const confirm = dialog.getByRole('button', { name: 'Remove organisation' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expectNoAxeViolations(page)
  await callAs(page, 'POST', `compute-instance/${instance._id}/close`, { organizationId: organization._id })
  await expect(confirm, 'once nothing runs it can be removed').toBeEnabled()
  await page.keyboard.press('Escape')
  await callAs(page, 'DELETE', `compute-instance/${instance._id}`)
})
