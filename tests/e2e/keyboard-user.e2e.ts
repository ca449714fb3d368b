import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/console-test.ts'
import { pressByKey, tabTo } from './fixtures/keys.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization } from './fixtures/users.ts'

const createToken = async (page: Page, name: string, days: number) => {
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  const organizationId = user.organizations[0].compute._id
  const expiresAt = new Date(Date.now() + days * 86_400_000).toISOString()
  const response = await callAs(page, 'POST', 'api-keys', { name, organizationId, expiresAt })
  expect(response.ok()).toBe(true)
}

test('the four tabs of the user settings are usable by keyboard alone', async ({ page }) => {
  test.slow()
  await signUpWithOrganization(page)
  await page.goto('/user/settings/general')
  await tabTo(page, page.getByLabel('FULL NAME'))
  await page.keyboard.type('Ada King')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(page.getByLabel('FULL NAME')).toBeFocused()

  await page.reload()
  await pressByKey(page, page.getByRole('link', { name: 'Login Connections' }))
  await tabTo(page, page.getByRole('button', { name: 'GitLab' }))

  for (const name of ['first', 'second']) await createToken(page, name, 7)
  await page.reload()
  await pressByKey(page, page.getByRole('link', { name: 'API Tokens' }))
  const dialog = page.getByRole('dialog', { name: /^(Create Token|Are you sure\?)$/ })
  await pressByKey(page, page.getByRole('button', { name: 'Create Token' }))
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Create Token' })).toBeFocused()
  await pressByKey(page, page.getByRole('button', { name: 'Delete second' }))
  await pressByKey(page, dialog.getByRole('button', { name: 'Delete' }))
  await expect(page.getByRole('row', { name: 'second' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete first' })).toBeFocused()
  await tabTo(page, page.getByRole('checkbox', { name: 'Select first' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await pressByKey(page, page.getByRole('button', { name: 'Delete', exact: true }), 'Shift+Tab')
  await pressByKey(page, dialog.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('No Tokens')).toBeVisible()
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  await page.reload()
  await pressByKey(page, page.getByRole('link', { name: 'Referrals' }))
  const opening = page.context().waitForEvent('page')
  await pressByKey(page, page.getByRole('button', { name: "Yes, I'm Interested" }))
  await expect(await opening).toHaveURL('/user/referral-registration')
})

test('notifications are read by keyboard alone', async ({ page }) => {
  await signUpAndOpenDashboard(page)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await pressByKey(page, bell)
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await pressByKey(page, list.getByRole('button', { name: /^Mark as read/ }))
  await expect(list.getByRole('button', { name: /^Mark as read/ })).toHaveCount(0)
  await expect(list.locator(':focus').or(list.and(page.locator(':focus')))).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  await page.keyboard.press('Enter')
  await pressByKey(page, list.getByRole('link', { name: 'All notifications' }))
  await expect(page).toHaveURL('/user/notifications')
  await tabTo(page, page.getByRole('switch', { name: 'Unread only' }))
  await page.keyboard.press('Space')
  await expect(page.getByText('No matching notifications')).toBeVisible()
})
