import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

/** Starts a login as a command line does. */
const begin = async (page: Page) =>
  (
    await page.request.post('/api/auth/cli/device', { data: {}, headers: { 'user-agent': 'longshore-cli/1.0' } })
  ).json() as Promise<{ deviceCode: string; userCode: string; verificationUriComplete: string }>
const take = async (page: Page, deviceCode: string) =>
  (await page.request.post('/api/auth/cli/token', { data: { deviceCode } })).json()

test('a command line is approved in the console, and the user is notified [A2.19, A1.7]', async ({ page }) => {
  await signUpWithOrganization(page)
  const { deviceCode, userCode, verificationUriComplete } = await begin(page)
  await page.goto(verificationUriComplete)
  await expect(page.getByText(userCode)).toBeVisible()
  await expect(page.getByText('longshore-cli')).toBeVisible()
  await expect(page.getByText('from this machine')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.getByRole('button', { name: 'Approve' }).click()
  const { email } = (await (await callAs(page, 'GET', 'profile')).json()).user.platformProfile
  await expect(page).toHaveURL(`/notifications/cli-login?${new URLSearchParams({ email })}`)
  await expect(page.getByRole('heading', { name: 'CLI Login Success!' })).toBeVisible()
  expect((await take(page, deviceCode)).email).toBe(email)
})

test('a code is typed with the keyboard, and a command line is denied', async ({ page }) => {
  await signUpWithOrganization(page)
  const { deviceCode, userCode } = await begin(page)
  await page.goto('/user/cli-login')
  const field = page.getByLabel('Code')
  await field.fill('what')
  await field.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'eight letters' })).toBeVisible()
  await expectNoAxeViolations(page)
  await field.fill(userCode.toLowerCase().replace('-', ' '))
  await field.press('Enter')
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('Go back to your terminal.')).toBeVisible()
  expect((await take(page, deviceCode)).error).toBe('deviceDenied')
  await page.goto(`/user/cli-login?code=${userCode}`)
  await expect(page.getByText('No command line is waiting for this code').first()).toBeVisible()
  await page.getByRole('link', { name: 'Enter another code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
})

test('a signed-out user signs in first, and then sees the code [A2.22]', async ({ page, context }) => {
  const { userCode } = await begin(page)
  await page.goto(`/user/cli-login?code=${userCode}`)
  await expect(page).toHaveURL('/login')
  const other = await context.newPage()
  await other.goto('/api/auth/github/login?sandbox_user=Olive')
  await expect(page).toHaveURL(`/user/cli-login?code=${userCode}`)
  await expect(page.getByText(userCode)).toBeVisible()
})
