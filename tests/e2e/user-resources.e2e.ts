import { expect, test } from './fixtures/console-test.ts'
import { withProduct } from './fixtures/product.ts'
import { joinProgramme } from './fixtures/referred.ts'
import { signUpAndOpenDashboard } from './fixtures/users.ts'

const banners = [{ id: 'regions', title: 'A new region', text: 'Closer to you.', link: null }]

test('a user has tokens, notifications, banners, a theme, and a referral programme with withdrawals [A1.4]', async ({
  browser,
}) => {
  test.slow()
  await withProduct({ banners }, async ({ origin }) => {
    const context = await browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    await signUpAndOpenDashboard(page)
    await expect(page.getByText('A new region')).toBeVisible()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Light' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.goto('/user/notifications')
    await expect(page.getByText('Welcome to Longshore')).toBeVisible()
    await page.goto('/user/settings/api-tokens')
    await expect(page.getByRole('button', { name: 'Create Token' }).first()).toBeVisible()
    await joinProgramme(page)
    await page.goto('/user/settings/referrals')
    await expect(page.getByRole('heading', { name: 'Code, Refer, & Earn Credits!' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeVisible()
    await context.close()
  })
})
