import { scaleToLoad } from '../scale-to-load.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signInOnPage, signUpAndOpenDashboard, unique } from './fixtures/users.ts'

test('signing out in one tab signs out the other within a second [A4.4, A4.3]', async ({ page, context }) => {
  await signUpAndOpenDashboard(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Account' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/login', { timeout: scaleToLoad(1000) })
  await expect(page).toHaveURL('/login')
  expect(await other.evaluate(() => localStorage.getItem('jwt-token'))).toBeNull()
  // The redirect is empty: the next user does not open this one's page.
  expect(await other.evaluate(() => localStorage.getItem('referredFrom'))).toBeNull()
})

test('signing in in one tab signs in the other [A4.3]', async ({ page, context }) => {
  await page.goto('/login')
  const other = await context.newPage()
  await signInOnPage(other, unique('Ada'))
  await expect(page).toHaveURL('/onboarding')
})

test('a theme that is chosen in one tab shows in the other [A2.32]', async ({ page, context }) => {
  await signUpAndOpenDashboard(page)
  const other = await context.newPage()
  await other.goto('/login')
  await expect(other).toHaveURL('/choose-longshore-app')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Light' }).click()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light', { timeout: scaleToLoad(1000) })
})
