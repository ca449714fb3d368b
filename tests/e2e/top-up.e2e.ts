import type { Page } from '@playwright/test'
import { attachCard } from './fixtures/attach-card.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test.use({ settings: { LONGSHORE_BILLING: 'sandbox' } })

const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Top up Your Balance' })

/** Presses Purchase for a card that is attached. */
const purchaseWith = async (page: Page, card: string) => {
  await page.getByRole('button', { name: 'Top up' }).press('Enter')
  await dialogIn(page).getByRole('radio', { name: card }).check()
  await page.keyboard.press('Enter')
  await dialogIn(page).getByLabel('Amount').press('Enter')
}

test('credit is bought by keyboard, declined, and authenticated after a reload, and another tab agrees [P2.21] [P4.20] [P5.6] [P2.9]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const billing = `/${organization.profile.username}/billing`
  await page.goto(`${billing}/payment-methods`)
  const other = await page.context().newPage()
  await other.goto(`${billing}/payment-history`)
  const available = other.getByText('Available').locator('..')
  const states = other.getByRole('table', { name: 'Billing history' }).getByRole('row')
  await expect(available).toContainText('$0.00')

  await page.getByRole('button', { name: 'Top up' }).press('Enter')
  await dialogIn(page).getByRole('radio', { name: 'Credit / Debit Card' }).press('Space')
  const form = page.getByRole('dialog', { name: 'Attach a card' })
  await form.getByLabel('Name on card').fill('Ada Lovelace')
  await page.frameLocator('iframe[title="Secure card details"]').getByLabel('Card number').focus()
  for (const text of ['4242424242424242', '1234', '123']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await form.getByRole('button', { name: 'Attach payment method' }).press('Enter')

  const amount = dialogIn(page).getByLabel('Amount')
  await amount.fill('')
  await amount.pressSequentially('1.4')
  await expect(amount).toHaveValue('14')
  await expect(dialogIn(page).getByRole('button', { name: 'Purchase' })).toBeDisabled()
  await amount.fill('20.99')
  await expect(amount).toHaveValue('20')
  await amount.press('Enter')
  await expect(dialogIn(page)).toContainText('$20.00 of credit was added')
  await expect(available).toContainText('$20.00')
  await expect(states.filter({ hasText: 'Succeeded' })).toHaveCount(1)
  await page.keyboard.press('Escape')

  await attachCard(page, organization, 'pm_card_chargeCustomerFail')
  await purchaseWith(page, 'Visa •••• 0341')
  await expect(dialogIn(page).getByRole('alert')).toContainText('Your card was declined.')
  await expect(states.filter({ hasText: 'Declined' })).toHaveCount(1)
  await page.keyboard.press('Escape')

  await attachCard(page, organization, 'pm_card_authenticationRequired')
  await purchaseWith(page, 'Visa •••• 3184')
  const bank = page.frameLocator('iframe[title="Card authentication"]')
  await bank.getByRole('button', { name: 'Complete' }).waitFor()
  await page.reload()
  await states.filter({ hasText: 'Needs authentication' }).getByRole('link').press('Enter')
  await expect(other).toHaveURL(/\/billing\/payments\/[0-9a-f-]{36}$/)
  await page.goto(other.url())
  await page.getByRole('button', { name: 'Authenticate' }).press('Enter')
  await bank.getByRole('button', { name: 'Complete' }).press('Enter')
  for (const tab of [page, other]) await expect(tab.getByText('$15.00 of credit was added')).toBeVisible()
  await expect(available).toContainText('$35.00')
})
