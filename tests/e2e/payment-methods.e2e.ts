import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test.use({ settings: { LONGSHORE_BILLING: 'sandbox' } })

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Credit / Debit Card' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Attach a card' })
  const form = page.frameLocator('iframe[title="Secure card details"]')
  await form.getByLabel('Card number').waitFor()
  return { dialog, number: form.getByLabel('Card number') }
}

/** Types into the form from its first field, and presses its button. */
const typeCard = async (page: Page, number: string) => {
  await page.keyboard.type(number)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Attach payment method' })).toBeFocused()
  await page.keyboard.press('Enter')
}

test('cards are attached by keyboard, authenticated, made primary and removed, and another tab agrees [P2.18] [P4.21]', async ({
  page,
}) => {
  const { profile } = await signUpWithOrganization(page)
  await page.goto(`/${profile.username}/billing/payment-methods`)
  const other = await page.context().newPage()
  await other.goto(`/${profile.username}/billing/payment-methods`)
  const rows = (tab: Page) => tab.getByRole('list', { name: 'Payment methods' }).getByRole('listitem')
  await expect(other.getByText('No payment methods')).toBeVisible()

  const { dialog, number } = await openDialog(page)
  await expectNoAxeViolations(page)
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Tab')
  await expect(number).toBeFocused()
  await typeCard(page, '4000000000000002')
  await expect(dialog.getByRole('alert')).toContainText('Your card was declined.')

  await number.focus()
  await number.clear()
  await typeCard(page, '4000002500003155')
  const authentication = page.frameLocator('iframe[title="Card authentication"]')
  await authentication.getByRole('button', { name: 'Complete' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  for (const tab of [page, other]) await expect(rows(tab)).toHaveText([/^Visa •••• 3155Primary/])

  const second = await openDialog(page)
  await page.keyboard.type('Ada Lovelace')
  await second.number.focus()
  await typeCard(page, '5555555555554444')
  await expect(second.dialog).toHaveCount(0)
  await expect(rows(other)).toHaveText([/^Visa •••• 3155Primary/, /^Mastercard •••• 4444Backup/])
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Set as primary' }).press('Enter')
  for (const tab of [page, other])
    await expect(rows(tab)).toHaveText([/^Mastercard •••• 4444Primary/, /^Visa •••• 3155Backup/])

  await other.getByRole('button', { name: 'Remove Mastercard •••• 4444' }).press('Enter')
  await other
    .getByRole('alertdialog')
    .or(other.getByRole('dialog'))
    .getByRole('button', { name: 'Remove' })
    .press('Enter')
  for (const tab of [page, other]) await expect(rows(tab)).toHaveText([/^Visa •••• 3155Primary/])
})
