import { Buffer } from 'node:buffer'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { users } from '../../server/store/schema.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { copied } from './fixtures/logs.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization } from './fixtures/users.ts'

const openSettings = async (page: Page) => {
  const organization = await signUpWithOrganization(page)
  await page.goto('/user/settings')
  await expect(page).toHaveURL('/user/settings/general')
  return organization
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const nameField = (page: Page) => page.getByLabel('FULL NAME')

const picture = async (background: string, width = 600) =>
  sharp({ create: { width, height: 300, channels: 3, background } })
    .png()
    .toBuffer()

test('user settings open on the first tab, without the organisation’s items [A2.14, A2.24, A2.26]', async ({
  page,
}) => {
  await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/user/settings/general')
  await expect(page.getByRole('heading', { level: 1, name: 'User Settings Center' })).toBeVisible()
  await expect(page.getByText('Your profile, logins, tokens and referrals.')).toBeVisible()
  const bar = page.getByRole('banner')
  await expect(bar.getByRole('navigation').getByRole('link')).toHaveText(['Compute', 'Team'])
  await expect(bar.getByRole('button', { name: /^Organisation:/ })).toHaveCount(0)
  const tabs = page.getByRole('navigation', { name: 'User settings' }).getByRole('link')
  await expect(tabs.first()).toHaveText('General')
  for (const [tab, path] of [
    ['Login Connections', '/user/settings/login-connections'],
    ['API Tokens', '/user/settings/api-tokens'],
  ] as const) {
    await tabs.filter({ hasText: tab }).click()
    await expect(page).toHaveURL(path)
  }
})

test('the profile shows the user, a rejected change is an error toast alone, and Save is enabled by a change and applies it, also by keyboard at 360 px [A2.31, A2.36, A4.13, A7.3, A8.8, A8.23, A9.11]', async ({
  page,
}) => {
  await openSettings(page)
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  const joined = new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric' }).format(
    new Date(user.createdAt),
  )
  const main = page.getByRole('main')
  const { name, username, email } = user.platformProfile
  for (const text of [name, username, email]) await expect(main.getByText(text, { exact: true })).toBeVisible()
  await expect(main.getByText(`Joined ${joined} (`)).toHaveText(/ \((just now|\d+ s ago)\)$/)
  await expect(page.getByText('Collaborated on 1 organisation')).toBeVisible()
  await expect(page.getByLabel('YOUR USERNAME')).toHaveValue(user.platformProfile.username)
  await expect(nameField(page)).toHaveValue(user.platformProfile.name)
  await expect(page.getByLabel('YOUR EMAIL')).toHaveValue(user.platformProfile.email)
  await expect(page.getByRole('textbox', { name: 'User Id' })).toHaveValue(user._id)
  await expect(page.getByLabel('Wallet address')).toHaveCount(0)
  expect(await copied(page, () => page.getByRole('button', { name: 'Copy User Id' }).click())).toBe(user._id)

  const at = page.url()
  const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
  await page.route('**/api/profile', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, json: { error: 'invalid', message: 'Invalid captcha' } })
      : route.fallback(),
  )
  const before = await nameField(page).inputValue()
  await nameField(page).fill('Grace Hopper')
  await save(page).click()
  await expect(page.getByText('Error Found', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Invalid captcha').first()).toBeVisible()
  await expect(page.getByRole('dialog').filter({ hasNotText: 'Invalid captcha' }), 'no modal').toHaveCount(0)
  await expect(nameField(page)).toHaveValue('Grace Hopper')
  await expect(save(page)).toBeEnabled()
  expect(page.url()).toBe(at)
  await page.unroute('**/api/profile')
  expect(await page.evaluate(() => localStorage.getItem('jwt-token'))).toBe(token)
  await nameField(page).fill(before)

  await expect(save(page)).toBeDisabled()
  await expect(page.getByLabel('YOUR EMAIL')).not.toBeEditable()
  await nameField(page).fill('Ada King')
  await expect(save(page)).toBeEnabled()
  await nameField(page).fill(`${before} `)
  await expect(save(page)).toBeDisabled()
  await page.keyboard.type('Byron')
  await expect(nameField(page)).toHaveValue(`${before} Byron`)
  await nameField(page).fill('Ada King')
  await save(page).click()
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await page.reload()
  await expect(nameField(page)).toHaveValue('Ada King')

  await page.setViewportSize({ width: 360, height: 740 })
  await nameField(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' Byron')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible()
})

test('an invalid field shows its error at the field; a picture is checked before it is sent, previewed, and applied by Save [A2.36, A4.13, A5.10]', async ({
  page,
  browser,
  baseURL,
}) => {
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await signUpWithOrganization(other, 'Taken')
  const { user } = await (await callAs(other, 'GET', 'profile')).json()
  await other.close()

  await openSettings(page)
  const username = page.getByLabel('YOUR USERNAME')
  const own = await username.inputValue()
  await username.fill('Not A Username')
  await save(page).click()
  await expect(username).toHaveAccessibleDescription(/Use only lowercase letters, digits and hyphens/)
  await username.fill(user.platformProfile.username)
  await save(page).click()
  await expect(username).toHaveAccessibleDescription(/This username is taken/)
  await expect(username).toHaveAttribute('aria-invalid', 'true')
  await username.press('End')
  await username.pressSequentially('x')
  await expect(page.getByText(/This username is taken/)).toHaveCount(0)
  await expect(username).not.toHaveAttribute('aria-invalid')
  await username.press('Backspace')
  await save(page).click()
  await expect(username).toHaveAccessibleDescription(/This username is taken/)

  await username.fill(own)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/profile/avatar')) sent.push(request.method())
  })
  const input = page.getByLabel('Picture', { exact: true })
  await input.setInputFiles({ name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(page.getByRole('alert')).toHaveText('This picture is larger than 5 MB. Choose a smaller one.')
  await input.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByRole('alert')).toHaveText('Choose a PNG, JPEG, WebP or GIF.')
  expect(sent).toEqual([])
  await input.setInputFiles({ name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await expect(page.getByRole('alert')).toContainText('This picture cannot be read')
  await expect(save(page)).toBeDisabled()

  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture('#c33') })
  await expect(save(page)).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await save(page).click()
  await expect(page.getByText('Profile updated successfully').first()).toBeVisible()
  const inBar = page.getByRole('button', { name: 'Account' }).locator('img')
  const dimensions = await inBar.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight, new URL(image.src).pathname]
  })
  expect(dimensions).toEqual([256, 256, expect.stringMatching(/^\/api\/avatar\/[0-9a-f-]{36}$/)])

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await save(page).click()
  await expect(inBar).toHaveCount(0)
  await expect(save(page)).toBeDisabled()
})

test('a user whose provider returned no e-mail address sets one where onboarding asks for it [A4.13, A2.8]', async ({
  page,
  controlPlane,
}) => {
  await signUpWithOrganization(page)
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  await withStoreOf(controlPlane, ({ db }) =>
    db.update(users).set({ email: null, emailVerified: false }).where(eq(users.id, user._id)),
  )
  await page.goto('/user/settings/general')
  await expect(page.getByLabel('YOUR EMAIL')).toHaveAttribute('readonly')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Add an e-mail address' }).click()
  await expect(page.getByText('Complete your profile to continue.')).toBeVisible()
  const typed = `${user.platformProfile.username}@pier.example.org`
  await page.getByLabel('Your email').fill(typed)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/choose-longshore-app$/)
  await navigateTo(page, '/user/settings/general')
  await expect(page.getByLabel('YOUR EMAIL')).toHaveValue(typed)
  await expect(page.getByRole('link', { name: 'Add an e-mail address' })).toHaveCount(0)
})

test('typed text survives a change of the profile elsewhere, and leaving asks for confirmation', async ({ page }) => {
  const { profile } = await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await nameField(page).fill('Half typ')
  await callAs(page, 'PATCH', 'profile', { username: `moved-${Date.now()}` })
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Light' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('YOUR USERNAME')).toHaveValue(/^moved-/)
  await expect(nameField(page)).toHaveValue('Half typ')

  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'API Tokens' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/user/settings/general')
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL('/user/settings/general')
  await expect(nameField(page)).toHaveValue('Half typ')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/${profile.username}/dashboard`)
  await page.goForward()
  await expect(page).toHaveURL('/user/settings/general')
  await expect(save(page)).toBeDisabled()
})

test('a profile’s theme is shown in a browser without a stored one [A2.32, A7.5]', async ({
  page,
  browser,
  baseURL,
}) => {
  await signUpWithOrganization(page)
  await callAs(page, 'PATCH', 'profile/preferences', { theme: 'light' })
  const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
  await elsewhere.goto('/login')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  await elsewhere.evaluate((kept) => localStorage.setItem('jwt-token', kept ?? ''), token)
  await elsewhere.goto('/user/settings')
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'light')
  expect(await elsewhere.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await elsewhere.close()
})
