import { expect, test } from './fixtures/console-test.ts'
import { pressByKey, tabTo } from './fixtures/keys.ts'
import { inviteTo, joinAs } from './fixtures/teams.ts'
import { signUpWithOrganization, unique } from './fixtures/users.ts'

test('a team is managed by keyboard alone, and the focus is never lost', async ({ page, browser }) => {
  test.slow()
  const organization = await signUpWithOrganization(page)
  const names: string[] = []
  for (const role of ['viewer', 'member', 'billing'] as const) {
    const { name, page: other } = await joinAs(browser, page, organization, role)
    await other.context().close()
    names.push(name)
  }
  const [first = '', second = '', third = ''] = names
  await page.goto(`/${organization.profile.username}/members`)
  const menuOf = (name: string) => page.getByRole('button', { name: `More actions for ${name}` })
  // Toasts are dialogs too, and appear and disappear meanwhile.
  const dialog = page.getByRole('dialog', { name: /^(Change member role|Are you sure\?|Invite team member)$/ })

  await test.step('a role is changed', async () => {
    await pressByKey(page, menuOf(first))
    await expect(page.getByRole('menuitem', { name: 'Change role' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('combobox', { name: 'New role' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'admin' }).waitFor()
    await page.keyboard.type('admin')
    await page.keyboard.press('Enter')
    await pressByKey(page, dialog.getByRole('button', { name: 'Change role' }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('row', { name: first })).toContainText('Admin')
    await expect(menuOf(first)).toBeFocused()
  })

  await test.step('a member is removed, and the next one gets the focus', async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Change role' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await pressByKey(page, dialog.getByRole('button', { name: 'Delete' }))
    await expect(page.getByRole('row', { name: first })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^More actions for/ }).and(page.locator(':focus'))).toHaveCount(1)
  })

  await test.step('selected members are removed', async () => {
    await page.keyboard.press('Home')
    await tabTo(page, page.getByRole('checkbox', { name: `Select ${second}` }), 'Shift+Tab')
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('checkbox', { name: `Select ${third}` }))
    await page.keyboard.press('Space')
    await expect(page.getByText('2 members selected')).toBeVisible()
    await pressByKey(page, page.getByRole('button', { name: 'Remove', exact: true }))
    await expect(dialog).toContainText('will be removed from')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await pressByKey(page, dialog.getByRole('button', { name: 'Delete' }))
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })

  await test.step('a user is invited, and the invitation is revoked', async () => {
    const email = `${unique('keys').replace(/\W/g, '.')}@example.com`
    await inviteTo(page, organization, `other.${email}`, 'viewer')
    await pressByKey(page, page.getByRole('button', { name: 'Invite members' }), 'Shift+Tab')
    await expect(dialog.getByLabel('E-mail addresses')).toBeFocused()
    await page.keyboard.type(email)
    await pressByKey(page, dialog.getByRole('button', { name: 'Send' }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Invite members' })).toBeFocused()
    await pressByKey(page, page.getByRole('link', { name: /^Invited/ }))
    await pressByKey(page, page.getByRole('button', { name: `Remove the invitation to ${email}` }))
    await pressByKey(page, dialog.getByRole('button', { name: 'Delete' }))
    await expect(page.getByRole('row', { name: `Resend to ${email}` })).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Remove the invitation to other.${email}` })).toBeFocused()
    await page.keyboard.press('Enter')
    await pressByKey(page, dialog.getByRole('button', { name: 'Delete' }))
    await expect(page.getByText('No pending invitations')).toBeVisible()
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  })
})
