import type { Browser, Page } from '@playwright/test'
import { evmWallet } from '../server/wallet-keys.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import type { ControlPlane } from './fixtures/control-plane.ts'
import { joinProgramme, signUpWithCode } from './fixtures/referred.ts'
import { settlePurchases } from './fixtures/settled-purchases.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'
import { installEvmWallet } from './fixtures/wallets.ts'

const PAGE = '/user/settings/referrals'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Withdraw credits' })
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Sign and withdraw' })
const withdrawals = (page: Page) => page.getByRole('table', { name: 'Withdrawals' }).getByRole('row')

/** Opens the withdrawal dialog for a user with ten dollars of credit. */
const openDialog = async (page: Page, browser: Browser, controlPlane: ControlPlane) => {
  await signUpWithOrganization(page)
  const code = await joinProgramme(page)
  const [userId = ''] = await signUpWithCode(browser, controlPlane.origin, code, 1)
  await settlePurchases(controlPlane, [{ userId, dollars: 100 }])
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(submit(page)).toBeDisabled()
}

const fill = async (page: Page, amount: string, address: string) => {
  await dialog(page).getByLabel('First name').fill('Ada')
  await dialog(page).getByLabel('Last name').fill('Lovelace')
  await dialog(page).getByLabel('Amount').fill(amount)
  await dialog(page).getByLabel('Wallet address').fill(address)
}

test('credit is withdrawn to the entered wallet, which signs for valid amounts, and waits for its payout; a withdrawal whose response is lost is made once [A1.4, A2.39, A3.10, A5.7, A7.21, A7.22, A7.23, A8.12, A9.4]', async ({
  page,
  browser,
  controlPlane,
}) => {
  const { address } = await installEvmWallet(page)
  await openDialog(page, browser, controlPlane)
  await fill(page, '1', evmWallet().address)
  await dialog(page).getByRole('button', { name: 'Harbour Wallet' }).click()
  const text = dialog(page).getByText('Please connect the wallet entered in the wallet address field')
  await expect(text).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  await dialog(page).getByLabel('Wallet address').fill(address.toLowerCase())
  await expect(text).toHaveCount(0)
  await expect(submit(page)).toBeEnabled()
  for (const [amount, text] of [
    ['0.09', 'The minimum withdrawal is $0.10.'],
    ['10.01', 'This is more than you can withdraw.'],
    ['ten', 'Enter an amount in dollars, such as 25 or 12.50.'],
  ] as const) {
    await fill(page, amount, address)
    await expect(dialog(page).getByText(text)).toBeVisible()
    await expect(submit(page)).toBeDisabled()
  }

  await fill(page, '4.5', address)
  await expect(dialog(page).getByText('Connected on Ethereum')).toBeVisible()
  await expectNoAxeViolations(page)
  await submit(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Withdrawal requested').first()).toBeVisible()
  await expect(withdrawals(page)).toHaveCount(2)
  for (const text of ['Ada Lovelace', '$4.50', 'Ethereum', 'Pending'])
    await expect(withdrawals(page).nth(1)).toContainText(text)
  await expect(page.getByText('payouts to wallets are not available yet')).toBeVisible()
  await expect(page.getByText('$5.5000')).toHaveCount(2)
  const { withdrawals: listed } = await (await callAs(page, 'GET', 'withdrawal')).json()
  expect(listed).toMatchObject([{ walletAddress: address, chainId: 1, networkName: 'Ethereum', amount: 4_500_000 }])

  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await fill(page, '4.5', address)
  await dialog(page).getByRole('button', { name: 'Harbour Wallet' }).click()
  // The server makes it, and the responses are dropped.
  await page.route('**/api/withdrawal', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await submit(page).click()
  await expect(dialog(page).getByText('The request may not have been received. Try again')).toBeVisible({
    timeout: 40_000,
  })
  await page.unroute('**/api/withdrawal')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(withdrawals(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('4.5')
  await submit(page).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Withdrawal requested').first()).toBeVisible()
  await expect(withdrawals(page)).toHaveCount(3)
  await expect(page.getByText('$1.0000')).toHaveCount(2)
})

test('a missing wallet shows an error, and so does a rejection [A5.9]', async ({ page, browser, controlPlane }) => {
  await openDialog(page, browser, controlPlane)
  await expect(dialog(page).getByText('No crypto wallet found. Please install it.')).toBeVisible()
  await expectNoAxeViolations(page)
  await installEvmWallet(page, undefined, true)
  await page.reload()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Harbour Wallet' }).click()
  await expect(page.getByText('Nothing was signed.').first()).toBeVisible()
})

test('a narrow screen has everything, by keyboard too [A2.39]', async ({ page, browser, controlPlane }) => {
  const { address } = await installEvmWallet(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await openDialog(page, browser, controlPlane)
  await fill(page, '2', address)
  await dialog(page).getByLabel('Wallet address').press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Harbour Wallet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(submit(page)).toBeEnabled()
  const isWiderThanScreen = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  await expectNoAxeViolations(page)
  await dialog(page).getByLabel('Amount').press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(withdrawals(page)).toHaveCount(2)
  expect(await isWiderThanScreen()).toBe(false)
  await expectNoAxeViolations(page)
})
