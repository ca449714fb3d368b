import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { joinAs } from './fixtures/teams.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization, unique } from './fixtures/users.ts'

test('the team is listed, searched and filtered, and the URL keeps all of that; a member gets another role [A2.11, A2.24, A2.42, A4.9]', async ({
  page,
  browser,
}) => {
  const organization = await signUpAndOpenDashboard(page)
  const { name, userId, page: other } = await joinAs(browser, page, organization, 'viewer')
  await other.context().close()
  await page.getByRole('link', { name: 'Team' }).click()
  await expect(page).toHaveURL(`/${organization.profile.username}/members`)
  await expect(page).toHaveTitle('Team · Longshore')
  const table = page.getByRole('table', { name: 'Members' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row', { name: new RegExp(name) })).toContainText('Viewer')
  await expect(page.getByLabel('Search members'), '[A5.13]').toHaveAttribute('maxlength', '400')
  await page.getByLabel('Search members').fill(name.toUpperCase())
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Search members').fill('nobody is called that')
  await expect(page.getByText('No matching members')).toBeVisible()
  await page.getByLabel('Search members').fill('')
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'owner' }).click()
  await expect(page).toHaveURL(/role=owner/)
  await expect(table.getByRole('row', { name: new RegExp(name) })).toHaveCount(0)
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)

  await navigateTo(page, `/${organization.profile.username}/members`)
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change member role' })
  await expect(dialog).toContainText(name)
  await expect(dialog).toContainText('Viewer')
  await expect(dialog.getByTitle(userId).or(dialog.getByText(userId.slice(0, 4)))).not.toHaveCount(0)
  await dialog.getByRole('combobox', { name: 'New role' }).click()
  await page.getByRole('option', { name: /^Admin/ }).click()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Admin')
})

test('several are invited at once, Send waits for a valid list, and an invitation is removed after a confirmation [A2.41, A2.43, A2.50, A4.9, A5.1, A8.9]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  await page.goto(`/${organization.profile.username}/members`)
  await page.getByRole('button', { name: 'Invite members' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite team member' })
  const field = dialog.getByLabel('E-mail addresses')
  const send = dialog.getByRole('button', { name: 'Send' })
  await expect(field).toBeFocused()
  await expect(send).toBeDisabled()
  await field.fill('ada@example.com, not an address,')
  await expect(send).toBeDisabled()
  await expect(dialog.getByText('not an address is not an e-mail address.')).toBeVisible()
  const first = `${unique('a').replace(/\W/g, '.')}+x@example.com`
  const second = `${unique('b').replace(/\W/g, '.')}@example.com`
  await field.fill(`${first}, ${second}`)
  await send.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 invitations sent')).toBeVisible()
  await page.getByRole('link', { name: /^Invited/ }).click()
  const invited = page.getByRole('table', { name: 'Invited' })
  await expect(invited.getByRole('row', { name: first })).toContainText('Pending')

  // One of them was invited just now: only that one fails, and it is named.
  await page.getByRole('button', { name: 'Invite members' }).click()
  const third = `${unique('c').replace(/\W/g, '.')}@example.com`
  await field.fill(`${first}, ${third}`)
  await send.click()
  await expect(dialog.getByText('1 invitation was not sent')).toBeVisible()
  await expect(dialog.getByText(first).last()).toBeVisible()
  await expect(page.getByText('Invitation sent', { exact: true })).toBeVisible()
  await expect(page.getByText('Error Found')).toHaveCount(0)

  // An address that was mailed is not mailed again: Send covers the others.
  await expect(dialog.getByText(`Invited: ${third}`)).toBeVisible()
  await expect(field).toHaveValue(first)
  await send.click()
  await expect(page.getByText(/^No invitations were sent\./)).toBeVisible()

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Remove the invitation to ${first}` }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question).toContainText(first)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(invited.getByRole('row', { name: first })).toHaveCount(0)
  await expect(page.getByText('Invitation removed')).toBeVisible()
})

test('selected members are removed, and each one that cannot be shows the reason [A4.9, A8.10]', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const first = await joinAs(browser, page, organization, 'viewer')
  const second = await joinAs(browser, page, organization, 'viewer')
  await page.goto(`/${organization.profile.username}/members`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('2 members selected')).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(dialog).toContainText(`${first.name} and ${second.name} will be removed from`)
  // One has left meanwhile, and the page has not received the change.
  await page.route(`**/organization/${organization._id}/member`, async (route) => {
    const { userId } = route.request().postDataJSON()
    if (userId === second.userId)
      await callAs(second.page, 'DELETE', `organization/${organization._id}/member`, { userId })
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('This user is not a member.')).toHaveCount(1)
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row')).toHaveCount(2)
  await Promise.all([first.page.context().close(), second.page.context().close()])
})

test('the last owner sees before the press that they cannot leave, and another member can', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const { page: other } = await joinAs(browser, page, organization, 'member')
  const settings = `/${organization.profile.username}/settings/general`
  await page.goto(settings)
  await page.getByRole('button', { name: 'Leave organisation' }).click()
  const dialog = page.getByRole('dialog', { name: `Leave ${organization.profile.name}?` })
  await expect(dialog.getByText('You are the only owner')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Leave organisation' })).toBeDisabled()
  await other.goto(settings)
  await other.getByRole('button', { name: 'Leave organisation' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Leave organisation' }).click()
  await expect(other).toHaveURL('/onboarding')
  await other.context().close()
})
