import type { Page } from '@playwright/test'
import { createCoupon } from '../../server/admin/change-coupons.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test.use({ settings: { LONGSHORE_BILLING: 'sandbox' } })

/** Redeems a code by keyboard only. */
const redeem = async (page: Page, code: string) => {
  await page.getByRole('button', { name: 'Add Credit' }).first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Credit' })
  await expect(dialog.getByPlaceholder('Enter Code')).toBeFocused()
  await page.keyboard.type(code)
  const submit = dialog.getByRole('button', { name: 'Redeem Credit' })
  await expect(submit).toBeDisabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByText('Checked.')).toBeVisible()
  await submit.press('Enter')
}

test('codes are redeemed by keyboard, and another tab shows the credit at once [P2.23] [P2.24] [P2.25] [P5.8]', async ({
  page,
  controlPlane,
}) => {
  await withStoreOf(controlPlane, async ({ db }) => {
    const at = new Date()
    await createCoupon(db, 'Grace', { code: 'TEN-DOLLARS', amount: 10_000_000n, creditDays: 30 }, at)
    await createCoupon(db, 'Grace', { code: 'A-FIFTH', percent: 20 }, at)
  })
  const { profile } = await signUpWithOrganization(page)
  await page.goto(`/${profile.username}/billing/credits`)
  const other = await page.context().newPage()
  await other.goto(`/${profile.username}/billing/credits`)
  await expect(other.getByText('No credit', { exact: true })).toBeVisible()

  await redeem(page, 'NO-SUCH-CODE')
  const invalid = page.getByRole('dialog', { name: 'Invalid Coupon' })
  await expect(invalid).toContainText('This promotion code is not valid.')
  await invalid.getByRole('button', { name: 'OK' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Credit' })
  await expect(dialog.getByRole('checkbox'), 'a captcha is used once').not.toBeChecked()
  await page.keyboard.press('Escape')

  await redeem(page, ' ten-dollars ')
  await expect(page.getByRole('dialog')).toContainText('Promotion code applied successfully!')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  for (const tab of [page, other]) await expect(tab.getByRole('table')).toContainText('Coupon TEN-DOLLARS')

  await redeem(page, 'A-FIFTH')
  await expect(page.getByRole('dialog')).toContainText('Promotion code has been added in your Pending list')
  await page.keyboard.press('Escape')
  const pending = other.getByRole('list', { name: 'Pending coupons' })
  await expect(pending).toContainText('20 % of your next purchase')
  await other.getByRole('button', { name: 'Delete coupon A-FIFTH' }).press('Enter')
  await other.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByText('Pending coupons')).toHaveCount(0)

  await page.getByRole('link', { name: 'Entries of Coupon TEN-DOLLARS' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Entries of: Coupon TEN-DOLLARS' })).toContainText('Credit granted')
})
