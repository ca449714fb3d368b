import type { Page } from '@playwright/test'
import { evmWallet } from '../../../server/wallet-keys.ts'
import { installEvmWallet } from '../../fixtures/wallets.ts'
import { over, press } from '../actions.ts'
import type { Scene } from '../scene.ts'

const PAGE = '/user/settings/referrals'

/** Responds as for a user who has not joined. */
const asOutsider = async (page: Page) => {
  await page.route('**/api/profile', async (route) => {
    const original = await route.fetch()
    const { user } = await original.json()
    await route.fulfill({ json: { user: { ...user, preferences: { ...user.preferences, referralEnabled: false } } } })
  })
}

const installWallet = (page: Page) => installEvmWallet(page)

const withdrawing = async (page: Page) => {
  await press('Withdraw')(page)
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Amount').fill('5')
  await page.getByLabel('Wallet address').fill(evmWallet().address)
  await page.getByRole('button', { name: 'Harbour Wallet' }).click()
  await page.getByText('Please connect the wallet').waitFor()
}

export const referralScenes: Scene[] = [
  { name: 'user-referrals', path: PAGE },
  { name: 'user-referrals-invitation', path: PAGE, before: asOutsider },
  {
    name: 'user-referrals-loading',
    path: PAGE,
    act: async (page) => {
      for (const path of ['**/api/referral*', '**/api/referral/code', '**/api/longshore-wallet', '**/api/withdrawal?*'])
        await page.route(path, () => {})
      await page.reload()
    },
  },
  { name: 'user-referral-registration', path: '/user/referral-registration' },
  over('referral-rules', PAGE, press('View referral rules')),
  over('withdraw', PAGE, withdrawing, installWallet),
]
