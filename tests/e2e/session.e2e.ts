import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import {
  callAs,
  createOrganization,
  signIn,
  signInOnPage,
  signUpAndOpenDashboard,
  signUpWithOrganization,
  unique,
} from './fixtures/users.ts'

const press = async (page: Page, name: string) => {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name }).click()
  return opening
}

test('login and sign-up offer two providers, on some ways one, the way back and the terms; they link to each other and keep the redirect [A2.2, A1.1, A2.3, A2.27, A2.29]', async ({
  page,
}) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Log in · Longshore')
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveText([
    'Continue with Google',
    'Continue with GitHub',
  ])
  await expect(page.getByRole('link', { name: 'Return' })).toHaveAttribute('href', '/docs')
  await expect(page.getByRole('link', { name: 'Terms of Use' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
  await expect(page.getByRole('contentinfo')).toContainText(`© 2024–${new Date().getFullYear()} Longshore`)
  const notice = page.getByRole('contentinfo').getByText('login uses stand-in providers')
  await expect(notice).toBeHidden()
  await page.getByRole('contentinfo').getByText('Sandbox', { exact: true }).click()
  await expect(notice).toBeVisible()

  for (const word of ['checker', 'registration', 'genesis']) {
    await navigateTo(page, `/login?redirectUrl=https://${word}.example/x`)
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toHaveCount(0)
  }

  await page.goto('/signup?redirectUrl=/somewhere')
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(2)
  await expect(page.getByText('Already have an account?')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/docs/terms')
  const bar = page.getByRole('banner').getByRole('link')
  await expect(bar).toHaveText(['Contact', 'Login'])
  await expect(bar.first()).toHaveAttribute('href', '/docs/contact')
  await expect(bar.last()).toHaveAttribute('href', '/login?redirectUrl=/somewhere')
  await page.getByRole('link', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/login?redirectUrl=/somewhere')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/signup?redirectUrl=/somewhere')
})

test('the root URL redirects to sign-in, and to the apps when signed in; links to what is not installed are hidden, and its apps are disabled [A2.1, A2.5, A2.6, A2.29, A4.1, A4.2]', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveText(['Documentation', 'Changelog'])
  await signUpWithOrganization(page)
  await page.goto('/')
  await expect(page).toHaveURL('/choose-longshore-app')
  const cards = page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { disabled: true })
  await expect(cards).toHaveText([/^Provider.*Not installed here$/, /^Fizz Node.*Not installed here$/])
  await navigateTo(page, '/skynet-dashboard')
  await expect(page.getByRole('heading', { name: 'Skynet is not installed here' })).toBeVisible()
  await page.getByRole('link', { name: 'Choose another app' }).click()
  await expect(page).toHaveURL('/choose-longshore-app')
})

test('visitors read the changelog, the terms and the contact page, and log in from there [A2.26, A2.29]', async ({
  page,
}) => {
  const shown: string[] = []
  page.on('framenavigated', (frame) => shown.push(new URL(frame.url()).pathname))
  for (const [path, title] of [
    ['/changelog', 'Changelog'],
    ['/terms', 'Terms of use'],
    ['/contact', 'Contact'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Longshore`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Console' })).toBeHidden()
  }
  expect(shown, 'without a flash of the login').toEqual(['/docs/changelog', '/docs/terms', '/docs/contact'])
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Terms of Use' }).click(),
  ])
  await expect(terms).toHaveTitle('Terms of use · Longshore')
  await signUpWithOrganization(page)
  await page.goto('/docs/terms')
  await expect(page.getByRole('link', { name: 'Console' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeHidden()
})

test('a user signs in through a provider in another tab, which closes [A2.15, A2.16, A4.3]', async ({ page }) => {
  await page.goto('/login')
  const provider = await press(page, 'Continue with GitHub')
  await provider.getByRole('textbox').fill(unique('Grace'))
  await expect(page.getByRole('status')).toContainText('Finish with GitHub in the other tab')
  const closing = provider.waitForEvent('close')
  await provider.getByRole('button', { name: 'Continue', exact: true }).click()
  await closing
  await expect(page).toHaveURL('/onboarding')
  await expect(page.getByRole('heading', { name: /^Welcome, Grace/ })).toBeVisible()
})

test('on the way to a provider the whole screen shows Loading... [A2.15]', async ({ page }) => {
  // The page stays visible when the browser does not navigate.
  await page.addInitScript(() =>
    window.navigation.addEventListener('navigate', (event) => {
      if (event.destination.url.includes('/api/auth/')) event.preventDefault()
    }),
  )
  await page.goto('/login/google')
  for (const path of ['/login/google', '/signup/github']) {
    await navigateTo(page, path)
    await expect(page.getByRole('status')).toHaveText('Loading...')
    expect(await page.getByRole('main').boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 720 })
  }
})

test('the token does not stay in the URL or in the history [A2.16]', async ({ page }) => {
  await page.goto('/login')
  await signInOnPage(page, unique('Ada'))
  await page.goBack()
  expect(page.url()).not.toContain('token')
})

test('a cancelled sign-in shows a message, and the buttons still work [A4.3, A2.34, A9.1]', async ({ page }) => {
  await page.goto('/login')
  const provider = await press(page, 'Continue with Google')
  await provider.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('New Info', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Login was cancelled.').first()).toBeVisible()
  await expect(page).toHaveURL('/login')
  const again = await press(page, 'Continue with Google')
  await expect(again.getByRole('textbox')).toBeVisible()
})

test('the code of a failed sign-in is shown as a message [A8.17]', async ({ page }) => {
  await page.goto('/callback/github?error=email_already_exists_with_another_account')
  await expect(page.getByText('There is already an account associated with your email address.').first()).toBeVisible()
  await expect(page).toHaveURL('/login')
})

test('a page that needs a session asks for one and then opens, and the stored redirect is removed [A2.22, A4.3, A9.2]', async ({
  page,
  context,
}) => {
  const { profile } = await signUpWithOrganization(page)
  const name = (await (await callAs(page, 'GET', 'profile')).json()).user.platformProfile.name
  await page.evaluate(() => localStorage.clear())
  await context.clearCookies()
  await page.goto(`/${profile.username}/dashboard?page=2`)
  await expect(page).toHaveURL('/login')
  const other = await context.newPage()
  await other.goto(`/api/auth/github/login?sandbox_user=${encodeURIComponent(name)}`)
  await expect(page).toHaveURL(`/${profile.username}/dashboard?page=2`)
  const kept = await page.evaluate(() => Object.keys(localStorage))
  for (const key of ['referrer', 'referredFrom', 'logout']) expect(kept).not.toContain(key)
})

test('a redirectUrl of this console is followed, and one of another host is not [A4.2, A5.12]', async ({ page }) => {
  await signUpWithOrganization(page)
  await page.goto('/login?redirectUrl=/create-new-organisation')
  await expect(page).toHaveURL('/create-new-organisation')
  for (const foreign of ['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)', '/api/docs']) {
    await navigateTo(page, `/login?redirectUrl=${encodeURIComponent(foreign)}`)
    await expect(page).toHaveURL('/choose-longshore-app')
  }
})

test('where the browser blocks new tabs, signing in still follows the redirectUrl [A4.2, A2.2]', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login?redirectUrl=/user/settings/referrals')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByRole('textbox').fill(unique('Joan'))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/user/settings/referrals')
  expect(await page.evaluate(() => sessionStorage.getItem('login'))).toBeNull()
})

test('logging out removes the user’s data, keeps the theme and passes the redirectUrl on [A2.4, A4.4]', async ({
  page,
}) => {
  await signUpAndOpenDashboard(page)
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await navigateTo(page, '/logout?redirectUrl=/x')
  await expect(page).toHaveURL('/login?redirectUrl=/x')
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['logout', 'theme'])
})

test('a session that was ended elsewhere redirects to login, and back after it [A7.1, A4.4]', async ({ page }) => {
  await signIn(page, unique('Ada'))
  const { profile } = await createOrganization(page, unique('Pier'))
  await callAs(page, 'POST', 'auth/logout')
  await page.goto(`/${profile.username}/dashboard`)
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('jwt-token'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('referredFrom'))).toBe(`/${profile.username}/dashboard`)
})
