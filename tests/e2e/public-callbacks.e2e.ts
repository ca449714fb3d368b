import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization, unique } from './fixtures/users.ts'

/** Records the messages between the tabs of this browser on a channel. */
const listen = async (page: Page, channel: string) => {
  await page.evaluate((name) => {
    const received: unknown[] = []
    Reflect.set(window, 'received', received)
    new BroadcastChannel(name).onmessage = ({ data }) => received.push(data)
  }, channel)
  return () => page.evaluate(() => Reflect.get(window, 'received') as { kind: string }[])
}

const enter = (page: Page, name: string) => page.goto(`/api/auth/github/login?sandbox_user=${encodeURIComponent(name)}`)

test('the tab after a provider’s redirect broadcasts whether the account is new [A4.3, A2.16]', async ({
  page,
  context,
}) => {
  const name = unique('Ada')
  for (const kind of ['signedup', 'login_successful']) {
    await page.goto('/notifications/cli-login')
    const received = await listen(page, 'longshore-tabs')
    const other = await context.newPage()
    await enter(other, name)
    await expect.poll(async () => (await received())[0]?.kind).toBe(kind)
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

test('a code of the channel is shown where sign-in began [A6.7, A8.14]', async ({ page, context }) => {
  await page.goto('/login')
  const other = await context.newPage()
  await other.goto('/callback/gitlab?error=ask_admin_to_provide_access_to_dev_env')
  await expect(page.getByText('Error Found', { exact: true }).first()).toBeVisible()
  const message = 'You do not have access to the development environment. Ask your administrator.'
  await expect(page.getByText(message).first()).toBeVisible()
})

for (const [code, title, message] of [
  ['security_check', 'Security check', 'This login needs a security check.'],
  ['banned', 'Account closed', 'This account is closed.'],
] as const)
  test(`a sign-in that was stopped opens a dialog: ${code} [A8.22]`, async ({ page, context }) => {
    await page.goto('/login')
    const other = await context.newPage()
    await other.goto(`/callback/github?error=${code}`)
    for (const tab of [page, other]) {
      const dialog = tab.getByRole('dialog', { name: title })
      await expect(dialog).toContainText(message)
      await expect(dialog.getByRole('link', { name: 'Contact Us' })).toBeVisible()
      await expect(tab.getByText('Error Found', { exact: true })).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

test('an authorized git provider is broadcast on its channel, and its tab closes [A2.17]', async ({
  page,
  context,
}) => {
  await signUpAndOpenDashboard(page)
  const received = await listen(page, 'provider-app-auth')
  const opening = context.waitForEvent('page')
  await page.evaluate(() => void window.open('/gitlab/callback/auth'))
  const other = await opening
  await other.waitForEvent('close')
  await expect.poll(received).toEqual(['authorized-gitlab'])
})

test('access to repositories is granted at the provider, in a tab that reports it and closes [A2.17, A7.42]', async ({
  page,
  context,
}) => {
  const { _id } = await signUpAndOpenDashboard(page)
  const received = await listen(page, 'provider-app-auth')
  const opening = context.waitForEvent('page')
  await page.evaluate((id) => void window.open(`/github/auth/${id}`), _id)
  const there = await opening
  await there.getByRole('textbox').fill('Cleo of Git')
  const closing = there.waitForEvent('close')
  await there.getByRole('button', { name: 'Continue', exact: true }).click()
  await closing
  await expect.poll(received).toEqual(['authorized-github'])
})

test('a refused access to repositories shows the reason, and reports nothing [A2.17]', async ({ page, context }) => {
  await signUpAndOpenDashboard(page)
  const received = await listen(page, 'provider-app-auth')
  const other = await context.newPage()
  await other.goto(`/github/auth/${crypto.randomUUID()}`)
  await expect(other).toHaveURL('/github/callback/auth?error=authorization_not_allowed')
  await expect(other.getByRole('heading', { name: 'Access was not granted' })).toBeVisible()
  await expect(other.getByText('You cannot deploy in this organisation.')).toBeVisible()
  await expectNoAxeViolations(other)
  expect(await received()).toEqual([])
})

test('a page that needs a session opens after sign-in, and the stored redirect is removed [A4.3, A9.2]', async ({
  page,
  context,
}) => {
  const { profile } = await signUpWithOrganization(page)
  const name = (await (await callAs(page, 'GET', 'profile')).json()).user.platformProfile.name
  await page.goto('/logout')
  await expect(page).toHaveURL('/login')
  await page.goto(`/${profile.username}/dashboard`)
  await expect(page).toHaveURL('/login')
  const other = await context.newPage()
  await enter(other, name)
  await expect(page).toHaveURL(`/${profile.username}/dashboard`)
  const kept = await page.evaluate(() => Object.keys(localStorage))
  for (const key of ['referrer', 'referredFrom', 'logout']) expect(kept).not.toContain(key)
})
