import type { Page } from '@playwright/test'
import { scaleToLoad } from '../scale-to-load.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, signInOnPage, signUpAndOpenDashboard, unique } from './fixtures/users.ts'

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('jwt-token'))
const sessionIn = (token: string | null): string =>
  JSON.parse(Buffer.from((token ?? '').split('.')[1] ?? '', 'base64url').toString()).sid

/** Replaces the signature of the token, so that the server rejects it, as it rejects an expired one. */
const spoil = (page: Page) =>
  page.evaluate(() => {
    const token = localStorage.getItem('jwt-token') ?? ''
    localStorage.setItem('jwt-token', token.replace(/[^.]+$/, 'x'.repeat(43)))
  })

test('a token that the server rejects is renewed silently, and the page continues', async ({ page }) => {
  await signUpAndOpenDashboard(page)
  const before = await tokenIn(page)
  await spoil(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  const after = await tokenIn(page)
  expect(after).not.toContain('xxxxx')
  expect(sessionIn(after)).toBe(sessionIn(before))
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
})

test('tabs that wake together renew once, and all have the new token', async ({ page, context }) => {
  await signUpAndOpenDashboard(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Account' })).toBeVisible()
  const renewals: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/renew')) renewals.push(request.url())
  })
  await spoil(page)
  await Promise.all([page.reload(), other.reload()])
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Account' })).toBeVisible()
  expect(await tokenIn(page)).not.toContain('xxxxx')
  expect(renewals).toHaveLength(1)
})

test('a session that is ended elsewhere ends every tab within a second [A4.4, A7.1]', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const name = unique('Ada')
  await signInOnPage(page, name)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  const sid = sessionIn(await tokenIn(page))

  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
  const phone = await elsewhere.newPage()
  await signInOnPage(phone, name)
  const response = await callAs(phone, 'DELETE', `auth/sessions/${sid}`)
  expect(response.status()).toBe(200)
  for (const tab of [page, other])
    await expect(tab.getByRole('heading', { name: /Welcome/ })).toHaveCount(0, { timeout: scaleToLoad(1000) })
  expect(await tokenIn(other)).toBeNull()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login')
    await expect(tab.getByText('Your session has ended. Log in again.')).toBeVisible()
  }
  await expect(phone.getByRole('heading', { name: /Welcome/ })).toBeVisible()
  await elsewhere.close()
})

test('another user who signs in takes over every tab, and nothing of the previous user remains', async ({
  page,
  context,
}) => {
  const organization = await signUpAndOpenDashboard(page, 'First')
  await expect(page.getByText(organization.profile.name).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/api/auth/google/login?sandbox_user=${encodeURIComponent(unique('Second'))}`)
  await expect(page.getByText(organization.profile.name)).toHaveCount(0, { timeout: scaleToLoad(1000) })
  await expect(page).not.toHaveURL(new RegExp(organization.profile.username))
})
