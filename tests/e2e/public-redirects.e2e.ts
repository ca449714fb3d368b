import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { fullProduct, stubExternalPages } from './fixtures/product.ts'
import { signIn, signUpWithOrganization, unique } from './fixtures/users.ts'

test.use({ product: fullProduct })

const AGENT = 'https://skynet.longshore.example/chat?x=1'
const PREVIEW = 'https://skynet-pr-7.previews.longshore.example/'

test('three apps are offered after sign-in, and each opens [A2.6, A1.5, A4.2]', async ({ page }) => {
  await stubExternalPages(page)
  const { profile } = await signUpWithOrganization(page)
  await page.goto('/post-login')
  await expect(page).toHaveURL('/choose-longshore-app')
  await expect(page.getByRole('heading', { name: 'Welcome to Longshore' })).toBeVisible()
  const cards = page.getByRole('navigation', { name: 'Apps' }).getByRole('link')
  await expect(cards).toHaveText([/^Console/, /^Provider/, /^Fizz Node/])
  await page.getByRole('radio', { name: 'Light' }).check()
  await cards.nth(0).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/${profile.username}/dashboard`)
  await navigateTo(page, '/choose-longshore-app')
  await cards.nth(1).click()
  await expect(page).toHaveURL('https://provider.longshore.example/')
})

test('a user without an organisation is redirected to create the first [A4.2, A2.5]', async ({ page }) => {
  await signIn(page, unique('Ada'))
  await page.goto('/post-login')
  await expect(page).toHaveURL('/onboarding')
})

test('an allowed host opens after sign-in, as requested [A4.2, A2.2]', async ({ page }) => {
  await stubExternalPages(page)
  await signUpWithOrganization(page)
  await page.goto(`/login?redirectUrl=${encodeURIComponent(PREVIEW)}`)
  await expect(page).toHaveURL(PREVIEW)
})

const foreign = [
  'https://docs.longshore.example@evil.example/',
  'https://longshore.example.evil.example/',
  'https:\\\\evil.example\\longshore.example',
  'https://longshore.example:8443/',
  'http://longshore.example/',
  'https://lоngshore.example/',
  'javascript:alert(document.domain)',
]
test('a host that is not allowed is not followed, however it is written [A5.12, A4.2]', async ({ page }) => {
  await stubExternalPages(page)
  await signUpWithOrganization(page)
  for (const target of foreign) {
    await navigateTo(page, `/post-login?redirectUrl=${encodeURIComponent(target)}`)
    await expect(page, target).toHaveURL('/choose-longshore-app')
    // The page that redirects is gone, so that the next one is another.
    await expect(page.getByRole('heading', { name: 'Welcome to Longshore' })).toBeVisible()
  }
})

test('on the way to the agent product the login page is co-branded [A2.2, A1.6, A2.29]', async ({ page, context }) => {
  await page.goto(`/login?redirectUrl=${encodeURIComponent(AGENT)}`)
  await expect(page.getByRole('heading', { name: 'Log in to Skynet' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Skynet')
  await expect(page.getByRole('banner')).not.toContainText('Longshore')
  for (const name of ['Return', 'Contact']) await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  const left = context.waitForEvent('request', (request) => request.url().includes('/api/auth/google/login'))
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  expect(new URL((await left).url()).search, 'the provider receives the agent as the app [A2.15]').toBe('?app=skynet')
})

test('the agent product opens 4 seconds after its page, in its development version here [A2.7, A9.2]', async ({
  page,
}) => {
  await stubExternalPages(page)
  await signUpWithOrganization(page)
  await page.goto('/post-login?app=skynet')
  await expect(page).toHaveURL('/skynet-dashboard')
  const opened = Date.now()
  await expect(page.getByRole('status')).toHaveText('Loading...')
  await expect(page).toHaveURL('https://skynet.development.longshore.example/')
  expect(Date.now() - opened).toBeGreaterThan(3000)
})

test('logging out redirects to an app of the product, and to login for every other URL [A4.4, A5.12]', async ({
  page,
}) => {
  await stubExternalPages(page)
  await signUpWithOrganization(page)
  await page.goto('/logout?redirectUrl=https://provider.longshore.example/bye')
  await expect(page).toHaveURL('https://provider.longshore.example/bye')
  await page.goto('/login')
  expect(await page.evaluate(() => localStorage.getItem('jwt-token'))).toBeNull()
  await signUpWithOrganization(page)
  const other = '/logout?redirectUrl=https%3A%2F%2Fdocs.longshore.example%2F'
  await page.goto(other)
  await expect(page).toHaveURL(other.replace('logout', 'login'))
})

test('a command line’s login result is shown, with the address and without, outside and inside [A2.19, A1.7]', async ({
  page,
}) => {
  await page.goto('/notifications/cli-login?email=ada@example.org')
  await expect(page.getByRole('heading', { name: 'CLI Login Success!' })).toBeVisible()
  await expect(page.getByText('ada@example.org')).toBeVisible()
  await expect(page.getByText('You can close this tab')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account' })).toHaveCount(0)
  await signUpWithOrganization(page)
  await page.goto('/notifications/cli-login')
  await expect(page.getByRole('heading', { name: 'CLI Login Success!' })).toBeVisible()
  await expect(page.getByText('authenticated as')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
})

test('a crypto checkout that returned shows its result, and the way back [A2.20]', async ({ page }) => {
  for (const [success, title] of [
    ['true', 'Payment sent'],
    ['false', 'Payment cancelled'],
    ['perhaps', 'No payment to show'],
  ] as const) {
    await navigateTo(page, `/crypto-payment-callback?copperx_success=${success}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/login')
})
