import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createCoupon } from '../../server/admin/change-coupons.ts'
import { attachCard } from './fixtures/attach-card.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

// In one file, so that they share a control plane with billing.
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
  // The focus leaves a frame of another process a little after the key.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
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
  for (const tab of [page, other])
    await expect(tab.getByRole('main').getByText('$15.00 of credit was added')).toBeVisible()
  await expect(available).toContainText('$35.00')
})

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

test('costs are read from bars, by project and instance, as a table and as a file', async ({ page, controlPlane }) => {
  const organization = await signUpWithOrganization(page)
  const { profile, _id: organizationId } = organization
  const project = await createProject(page, organization, 'Shop')
  // Two dollars a day of a volume, for the two hours before now.
  await withStoreOf(controlPlane, ({ pool }) =>
    pool.query(
      `insert into usage_interval (organization_id, project_id, subject, subject_id, daily_price_micros, started_at)
       values ($1, $2, 'volume', gen_random_uuid(), 24000000, now() - interval '2 hours')`,
      [organizationId, project._id],
    ),
  )
  await page.goto(`/${profile.username}/billing/costs?range=24h`)
  const chart = page.getByRole('img', { name: /^Costs: \$2\.\d\d together; Shop \$2/ })
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  await chart.hover({ position: { x: (width * 23.5) / 24, y: 150 } })
  await expect(chart).toContainText(/\d\d:00 *\$\d/)
  await expect(page.getByText('$24.0000')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByRole('link', { name: 'Shop' }).press('Enter')
  await expect(page).toHaveURL(/by=instance/)
  await expect(page.getByRole('table')).toContainText('Volumes')
  await expect(page.getByText('Only project Shop.')).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Costs over time' }).getByRole('columnheader').last()).toHaveText(
    'Volumes',
  )
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).press('Enter')
  const csv = readFileSync(await (await downloaded).path(), 'utf8')
  expect(csv.split('\r\n')[0]).toBe('from,Shop: Volumes')
  expect(csv.trim().split('\r\n')).toHaveLength(25)
})
