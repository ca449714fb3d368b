import { storeMail } from '../../server/sandbox/mail/mail-store.ts'
import { expect, test } from './fixtures/console-test.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import { callAs, signUpAndOpenDashboard } from './fixtures/users.ts'

test('the theme is dark until one is chosen, and a choice applies before the first paint [A2.32]', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.route('**/*.js', (route) =>
    route.request().url().endsWith('/theme.js') ? route.continue() : route.abort(),
  )
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('the theme of the system is followed as it changes [A2.32]', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await page.getByRole('radio', { name: 'System' }).check()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
})

test('a choice is saved with the profile [A1.4, A2.32, A7.5]', async ({ page }) => {
  await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: 'Account' }).click()
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/profile/preferences') && response.ok())
  await page.getByRole('menuitemcheckbox', { name: 'Light' }).click()
  await saved
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  expect(user.preferences.theme).toBe('light')
})

test('the sandbox’s pages follow the theme, and a long address does not widen them', async ({ page, controlPlane }) => {
  await page.goto('/login')
  await page.getByRole('radio', { name: 'Light' }).check()
  const long = `${'a'.repeat(60)}@${'b'.repeat(60)}.example.org`
  await withStoreOf(controlPlane, ({ db }) => storeMail(db, { to: long, subject: long, text: long, html: '' }))
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/api/auth/github/login', '/api/sandbox/mail']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.locator('body')).toHaveCSS('color-scheme', 'light')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})
