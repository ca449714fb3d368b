import { expectNoAxeViolations } from './fixtures/axe.ts'
import { codeOf } from './fixtures/built-files.ts'
import { expect, test } from './fixtures/console-test.ts'
import { startControlPlane } from './fixtures/control-plane.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { createOrganization, unique } from './fixtures/users.ts'
import { installEvmWallet, installPhantom } from './fixtures/wallets.ts'

test('a user signs in with the wallet that announces itself, although the code that looks for it fails to load once; they see its address, can set an e-mail address and connect only Google [A1.1, A2.36, A2.37, A4.13, A7.11]', async ({
  page,
}) => {
  const { address } = await installEvmWallet(page)
  const search = codeOf('streams/wallets/browser-wallets.ts')
  await page.route(search, (route) => route.abort('connectionreset'), { times: 1 })
  const lost = page.waitForEvent('requestfailed')
  await page.goto('/login')
  await page.getByRole('link', { name: 'crypto wallet' }).click()
  await lost
  await page.getByRole('button', { name: 'Harbour Wallet' }).click()
  await expect(page).toHaveURL('/onboarding')
  expect(await page.evaluate(() => location.href)).not.toContain('signature')
  const profile = await page.evaluate(async () => {
    const response = await fetch('/api/profile', {
      headers: { authorization: `Bearer ${localStorage.getItem('jwt-token')}` },
    })
    return (await response.json()).user
  })
  expect(profile.provider.name).toBe('web3')
  expect(profile.providerProfiles[0].id).toBe(address)

  await createOrganization(page, unique('Quay'))

  await navigateTo(page, '/user/settings/general')
  await expect(page.getByRole('textbox', { name: 'Wallet address' })).toHaveValue(address)
  await expect(page.getByRole('textbox', { name: 'Wallet address' })).not.toBeEditable()
  await expect(page.getByLabel('YOUR EMAIL')).toBeEditable()
  await expectNoAxeViolations(page)

  await navigateTo(page, '/user/settings/login-connections')
  const logins = page.getByRole('list', { name: 'Connected logins' }).getByRole('listitem')
  await expect(logins).toHaveCount(1)
  await expect(logins).toContainText(address.slice(-4))
  await expect(page.getByRole('button', { name: 'Google', exact: true })).toBeVisible()
  for (const provider of ['GitHub', 'GitLab', 'Bitbucket'])
    await expect(page.getByRole('button', { name: provider, exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Disconnect/ })).toHaveCount(0)

  await navigateTo(page, '/user/settings/general')
  await page.getByLabel('FULL NAME').fill('Grace Hopper')
  await page.getByLabel('YOUR EMAIL').fill('sailor@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible()
  await expect(page.getByLabel('YOUR EMAIL')).not.toBeEditable()
})

test('with a captcha, a wallet signs in once the visitor has passed it [A8.23]', async ({ page }) => {
  const controlPlane = await startControlPlane({ LONGSHORE_CAPTCHA: 'puzzle' })
  try {
    await installEvmWallet(page)
    await page.goto(`${controlPlane.origin}/login/wallet`)
    const wallet = page.getByRole('button', { name: 'Harbour Wallet' })
    await expect(wallet).toBeDisabled()
    await page.getByRole('checkbox', { name: 'I am not a robot' }).press('Space')
    await expect(page.getByText('Checked.')).toBeVisible()
    await expectNoAxeViolations(page)
    await wallet.click()
    await expect(page).toHaveURL(`${controlPlane.origin}/onboarding`)
  } finally {
    await controlPlane.stop()
  }
})

test('a user signs in with Phantom, by a signed message [A5.8]', async ({ page }) => {
  await installPhantom(page)
  await page.goto('/login/wallet')
  await page.getByRole('button', { name: 'Phantom' }).click()
  await expect(page).toHaveURL('/onboarding')
})

test('missing wallets are named, and a rejection is shown [A5.9]', async ({ page }) => {
  await page.goto('/login/wallet')
  await page.getByRole('button', { name: 'Phantom' }).click()
  await expect(page.getByText('Phantom not installed, please install!').first()).toBeVisible()
  await page.getByRole('button', { name: 'MetaMask' }).click()
  await expect(page.getByText('MetaMask not installed, please install!').first()).toBeVisible()
  await installEvmWallet(page, undefined, true)
  await page.reload()
  await page.getByRole('button', { name: 'Harbour Wallet' }).click()
  await expect(page.getByText('Nothing was signed.').first()).toBeVisible()
  await expect(page.getByText('Sign the message in your wallet.', { exact: true })).toHaveCount(0)
  await expect(page).toHaveURL('/login/wallet')
})
