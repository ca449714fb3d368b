import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { signUpWithOrganization, unique } from './fixtures/users.ts'

/** Records the messages between the tabs of this browser on a channel. */
const listen = async (page: Page, channel: string) => {
  await page.evaluate((name) => {
    const received: unknown[] = []
    Reflect.set(window, 'received', received)
    new BroadcastChannel(name).onmessage = ({ data }) => received.push(data)
  }, channel)
  return () => page.evaluate(() => Reflect.get(window, 'received') as { kind: string }[])
}

const outcomes = ['signedup', 'login_successful']

const enter = (page: Page, name: string) => page.goto(`/api/auth/github/login?sandbox_user=${encodeURIComponent(name)}`)

test('the tab after a provider’s redirect broadcasts whether the account is new [A4.3, A2.16]', async ({
  page,
  context,
}) => {
  const name = unique('Ada')
  await page.goto('/api/health')
  const received = await listen(page, 'longshore-tabs')
  const kinds = async () => (await received()).map(({ kind }) => kind).filter((kind) => outcomes.includes(kind))
  for (const [place] of outcomes.entries()) {
    const other = await context.newPage()
    await enter(other, name)
    await expect.poll(kinds).toEqual(outcomes.slice(0, place + 1))
    await other.close()
  }
})

test('a user who signs in to copy a template continues in the same tab, which broadcasts nothing [A2.16]', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  const received = await listen(page, 'longshore-tabs')
  await page.evaluate(() => localStorage.setItem('clone', 'true'))
  const other = await context.newPage()
  await enter(other, unique('Bea'))
  await expect(other).toHaveURL('/onboarding')
  expect(await other.evaluate(() => localStorage.getItem('clone'))).toBeNull()
  expect((await received()).map(({ kind }) => kind)).not.toContain('login_successful')
})

test('a code of another tab is a message where sign-in began; a sign-in that was stopped opens a dialog in both [A6.7, A8.13, A8.14, A8.22]', async ({
  page,
  context,
}) => {
  await page.goto('/login?redirectUrl=/x')
  const other = await context.newPage()
  for (const [code, title, message] of [
    ['security_check', 'Security check', 'This login needs a security check.'],
    ['banned', 'Account closed', 'This account is closed.'],
  ] as const) {
    await other.goto(`/callback/github?error=${code}`)
    for (const tab of [page, other]) {
      const dialog = tab.getByRole('dialog', { name: title })
      await expect(dialog).toContainText(message)
      await expect(dialog.getByRole('link', { name: 'Contact Us' })).toBeVisible()
      await expect(tab.getByText('Error Found', { exact: true })).toHaveCount(0)
      await tab.getByRole('button', { name: 'Okay' }).click()
      await expect(tab.getByRole('dialog')).toHaveCount(0)
    }
  }

  await navigateTo(other, '/callback/gitlab?error=ask_admin_to_provide_access_to_dev_env')
  await expect(page.getByText('Error Found', { exact: true }).first()).toBeVisible()
  const message = 'You do not have access to the development environment. Ask your administrator.'
  await expect(page.getByText(message).first()).toBeVisible()

  await other.goto('/callback/github?error=user_not_found')
  await expect(page).toHaveURL('/signup?redirectUrl=/x')
  await expect(page.getByText('You do not have an account yet. Sign up to continue.').first()).toBeVisible()
})

test('access to repositories is granted in a tab that reports it and closes; when denied, it shows the reason and reports nothing [A2.17, A7.42]', async ({
  page,
  context,
}) => {
  const { _id } = await signUpWithOrganization(page)
  const received = await listen(page, 'provider-app-auth')
  const open = async (path: string) => {
    const opening = context.waitForEvent('page')
    await page.evaluate((to) => void window.open(to), path)
    return opening
  }
  const authorized = await open('/gitlab/callback/auth')
  await expect.poll(() => authorized.isClosed()).toBe(true)
  await expect.poll(received).toEqual(['authorized-gitlab'])

  const there = await open(`/github/auth/${_id}`)
  await there.getByRole('textbox').fill('Cleo of Git')
  const closing = there.waitForEvent('close')
  await there.getByRole('button', { name: 'Continue', exact: true }).click()
  await closing
  await expect.poll(received).toEqual(['authorized-gitlab', 'authorized-github'])

  const denied = await context.newPage()
  await denied.goto(`/github/auth/${crypto.randomUUID()}`)
  await expect(denied).toHaveURL('/github/callback/auth?error=authorization_not_allowed')
  await expect(denied.getByRole('heading', { name: 'Access was not granted' })).toBeVisible()
  await expect(denied.getByText('You cannot deploy in this organisation.')).toBeVisible()
  await expectNoAxeViolations(denied)
  expect(await received()).toHaveLength(2)
})
