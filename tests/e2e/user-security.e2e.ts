import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { expireConfirmations, withAuthenticator } from './fixtures/authenticators.ts'
import { createProject, deployInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { expectEscapeAndOutsideIgnored } from './fixtures/guarded-dialog.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import { callAs, createOrganization, signIn, unique } from './fixtures/users.ts'

const PAGE = '/user/settings/security'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const codeField = (page: Page) => page.getByLabel('Code from your authenticator app')
const recoveryCodes = (page: Page) => dialog(page, 'Save your recovery codes')

const saveCodes = async (page: Page): Promise<string[]> => {
  const codes = await recoveryCodes(page).getByRole('listitem').allTextContents()
  await expect(recoveryCodes(page).getByRole('button', { name: 'Copy codes' })).toBeFocused()
  await expect(recoveryCodes(page).getByRole('button', { name: 'Done' })).toBeDisabled()
  await expectEscapeAndOutsideIgnored(page, recoveryCodes(page))
  await recoveryCodes(page).getByLabel('I have saved the codes').check()
  await recoveryCodes(page).getByRole('button', { name: 'Done' }).click()
  return codes
}

const addPasskey = async (page: Page): Promise<string[]> => {
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(recoveryCodes(page)).toBeVisible()
  return saveCodes(page)
}

const setUpTotp = async (page: Page): Promise<{ secret: string; codes: string[] }> => {
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const setUp = dialog(page, 'Set up an authenticator app')
  await expect(setUp.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await setUp.getByLabel('Code from the app').fill('000000')
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(setUp.getByText('This code is wrong.')).toBeVisible()
  await setUp.getByLabel('Code from the app').fill(await generate({ secret }))
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(recoveryCodes(page)).toBeVisible()
  return { secret, codes: await saveCodes(page) }
}

/** Sets an authenticator app up by the calls of its dialog. */
const setUpTotpByCalls = async (page: Page): Promise<{ secret: string; codes: string[] }> => {
  const { secret } = await (await callAs(page, 'POST', 'auth/totp')).json()
  const confirmed = await callAs(page, 'POST', 'auth/totp/confirm', { code: await generate({ secret }) })
  return { secret, codes: (await confirmed.json()).recoveryCodes }
}

const signOut = async (page: Page) => {
  await navigateTo(page, '/logout')
  await expect(page).toHaveURL(/\/login/)
}

const arrive = (page: Page, name: string) =>
  page.goto(`/api/auth/github/login?sandbox_user=${encodeURIComponent(name)}`)

test('a passkey is added, logs in alone, is renamed and removed', async ({ page }) => {
  const authenticator = await withAuthenticator(page)
  await signIn(page, unique('Ada'))
  const codes = await addPasskey(page)
  expect(codes).toHaveLength(10)
  expect(await authenticator.passkeys()).toBe(1)

  await signOut(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL('/onboarding')

  await navigateTo(page, PAGE)
  const list = page.getByRole('list', { name: 'Passkeys' })
  await list.getByRole('button', { name: /^Rename/ }).click()
  await dialog(page, 'Rename passkey').getByLabel('Name').fill('My laptop')
  await dialog(page, 'Rename passkey').getByRole('button', { name: 'Rename' }).click()
  await expect(list).toContainText('My laptop')
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await expect(dialog(page, 'Remove My laptop?')).toContainText('This is your last second factor')
  await dialog(page, 'Remove My laptop?').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()
})

test('a login is completed with a code, after a wrong one, in the tab where it began; an expired one returns to the login page with a message', async ({
  page,
  controlPlane,
}) => {
  const name = unique('Grace')
  await signIn(page, name)
  const { secret } = await setUpTotp(page)
  await expireConfirmations(controlPlane)
  await signOut(page)

  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  const provider = await opening
  await provider.getByRole('textbox').fill(name)
  const closing = provider.waitForEvent('close')
  await provider.getByRole('button', { name: 'Continue', exact: true }).click()
  await closing
  await expect(page).toHaveURL('/login/verify')
  expect(await page.evaluate(() => localStorage.getItem('jwt-token'))).toBeNull()

  await page.reload()
  await codeField(page).fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await codeField(page).fill(await generate({ secret }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/onboarding')

  await signOut(page)
  await arrive(page, name)
  await expect(codeField(page)).toBeVisible()
  await withStoreOf(controlPlane, ({ pool }) => pool.query('delete from pending_sign_in'))
  await codeField(page).fill('123456')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('This login expired').first()).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('with a recovery code in one of two tabs, the other one is signed in too', async ({ page, context }) => {
  const name = unique('Alan')
  await signIn(page, name)
  const { codes } = await setUpTotpByCalls(page)
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await arrive(page, name)
  await expect(page).toHaveURL('/login/verify')
  const other = await context.newPage()
  await other.goto('/login')
  await page.reload()

  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  for (const tab of [page, other]) await expect(tab).toHaveURL('/onboarding')
  await navigateTo(page, PAGE)
  await expect(page.getByText('9 of 10 left')).toBeVisible()
})

test('revealing a variable, connecting a login and other sensitive actions ask for the passkey or a code, and continue by themselves; when cancelled, a message is shown', async ({
  page,
  controlPlane,
}) => {
  await withAuthenticator(page)
  const name = unique('Barbara')
  await signIn(page, name)
  const organization = await createOrganization(page, unique('Harbour'))
  await addPasskey(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const setUp = dialog(page, 'Set up an authenticator app')
  const secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await setUp.getByLabel('Code from the app').fill(await generate({ secret }))
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(setUp).toHaveCount(0)
  const project = await createProject(page, organization, 'Shop')
  const environment = [{ name: 'GREETING', value: 'Ahoy' }]
  const instance = await deployInstance(page, project, { name: 'shop', environment })
  const confirm = async (tab: Page) => {
    const question = dialog(tab, 'Confirm your identity')
    await codeField(tab).fill(await generate({ secret }))
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(question).toHaveCount(0)
  }
  const username = organization.profile.username

  await expireConfirmations(controlPlane)
  await navigateTo(page, `/${username}/${project._id}/${instance._id}`)
  await page.getByRole('button', { name: 'Reveal GREETING' }).click()
  await confirm(page)
  await expect(page.getByText('Ahoy')).toBeVisible()

  await expireConfirmations(controlPlane)
  await navigateTo(page, '/user/settings/login-connections')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'GitLab', exact: true }).click()
  const there = await opening
  await confirm(there)
  await there.getByRole('textbox').fill(name)
  const closing = there.waitForEvent('close')
  await there.getByRole('button', { name: 'Continue', exact: true }).click()
  await closing
  await expect(page.getByRole('list', { name: 'Connected logins' }).getByRole('listitem')).toHaveCount(2)

  await navigateTo(page, PAGE)
  await expireConfirmations(controlPlane)
  const stepUp = dialog(page, 'Confirm your identity')
  const renew = dialog(page, 'Renew recovery codes?')
  await page.getByRole('button', { name: 'Renew codes' }).click()
  await renew.getByRole('button', { name: 'Renew codes' }).click()
  await expect(stepUp).toBeVisible()
  await stepUp.getByRole('button', { name: 'Cancel' }).click()
  await expect(stepUp).toHaveCount(0)
  await expect(renew.getByRole('button', { name: 'Renew codes' })).toBeEnabled()
  await expect(page.getByText('Error Found')).toHaveCount(0)
  await expect(renew).not.toContainText('The codes were not renewed')

  await renew.getByRole('button', { name: 'Renew codes' }).click()
  await stepUp.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(recoveryCodes(page)).toBeVisible()
  await saveCodes(page)

  await expireConfirmations(controlPlane)
  await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
  await dialog(page, /^Remove the authenticator/)
    .getByRole('button', { name: 'Remove' })
    .click()
  await codeField(page).fill(await generate({ secret }))
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Not set up.')).toBeVisible()
  await expect(stepUp).toHaveCount(0)
})
