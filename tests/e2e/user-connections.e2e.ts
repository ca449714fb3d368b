import type { Page } from '@playwright/test'
import { solanaWallet } from '../server/wallet-keys.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, createOrganization, signIn, signUpWithOrganization, unique } from './fixtures/users.ts'
import { installPhantom, rejectNextSignature } from './fixtures/wallets.ts'

const PAGE = '/user/settings/login-connections'

/** Opens the login connections of a user who signed up with GitHub. */
const arrive = async (page: Page): Promise<string> => {
  const name = unique('Connector')
  await signIn(page, name)
  await page.goto(PAGE)
  await expect(logins(page)).toHaveCount(1)
  return name
}

const logins = (page: Page) => page.getByRole('list', { name: 'Connected logins' }).getByRole('listitem')

const connect = async (page: Page, provider: string, as: string) => {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: provider, exact: true }).click()
  const there = await opening
  await there.getByRole('textbox').fill(as)
  const closing = there.waitForEvent('close')
  await there.getByRole('button', { name: 'Continue', exact: true }).click()
  await closing
}

test('connected logins are listed, the others are buttons, and a code of another tab is a toast here [A2.16, A2.37, A4.17, A8.19]', async ({
  page,
  context,
}) => {
  await arrive(page)
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  const { username } = user.providerProfiles[0]
  await expect(logins(page)).toContainText('GitHub')
  await expect(logins(page).getByRole('link', { name: username, exact: true })).toHaveAttribute(
    'href',
    `https://github.example/${username}`,
  )
  await expect(logins(page)).toContainText(/Connected (just now|\d+ s ago)/)
  for (const provider of ['GitLab', 'Bitbucket', 'Google'])
    await expect(page.getByRole('button', { name: provider, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'GitHub', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Disconnect/ })).toHaveCount(0)

  const back = await context.newPage()
  await back.goto('/connection-callback?error=user_already_has_github_connection')
  await expect(page.getByText('Github connection already exists.').first()).toBeVisible()
  // A tab that no script opened cannot be closed: it continues to the list.
  await expect(back).toHaveURL(PAGE)
})

test('another login is connected in another tab, which leaves no token behind, and disconnected after a confirmation, never the last one and never Google; another e-mail address is the reason that is shown [A2.16, A2.18, A2.37, A2.44, A4.17, A7.10, A8.18]', async ({
  page,
}) => {
  const name = await arrive(page)
  await connect(page, 'GitLab', unique('Somebody else'))
  await expect(page.getByText('The new provider connection uses a different email address.').first()).toBeVisible()
  await expect(logins(page)).toHaveCount(1)

  await connect(page, 'GitLab', name)
  await expect(logins(page)).toHaveCount(2)
  await expect(page.getByText(/^You can now log in with GitLab as /).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'GitLab', exact: true })).toHaveCount(0)

  await connect(page, 'Google', name)
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toHaveCount(0)
  await connect(page, 'Bitbucket', name)
  await page.getByRole('button', { name: 'Disconnect Bitbucket' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(logins(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Disconnect Bitbucket' }).click()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect(logins(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Bitbucket', exact: true })).toBeVisible()

  await page.goto('/bitbucket/new-login-connection')
  await page.getByRole('textbox').waitFor()
  expect(page.url()).not.toContain('token')
  await page.goBack()
  await expect(page).toHaveURL(PAGE)
  await navigateTo(page, '/compute/new-login-connection')
  await expect(page, 'a kind of app is not a provider').toHaveURL(PAGE)
})

test('access to repositories is listed after it was granted, and revoked in every tab [A2.17]', async ({
  page,
  context,
}) => {
  const { _id, profile } = await signUpWithOrganization(page)
  await page.goto(PAGE)
  await expect(page.getByText('You have not granted access to any repositories.')).toBeVisible()
  const opening = context.waitForEvent('page')
  await page.evaluate((id) => void window.open(`/github/auth/${id}`), _id)
  const there = await opening
  await there.getByRole('textbox').fill('Cleo of Git')
  const closing = there.waitForEvent('close')
  await there.getByRole('button', { name: 'Continue', exact: true }).click()
  await closing
  const other = await context.newPage()
  await other.goto(PAGE)
  for (const tab of [page, other])
    await expect(tab.getByRole('list', { name: 'Access to repositories' })).toContainText(profile.name)
  await page.getByRole('button', { name: /^Revoke access of .* at GitHub$/ }).click()
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Revoke access' }).click()
  for (const tab of [page, other])
    await expect(tab.getByText('You have not granted access to any repositories.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('disconnecting a wallet needs its signature; a rejection is shown, a lost response counts as unknown, and a closed dialog requests nothing [A5.8]', async ({
  page,
}) => {
  const keys = solanaWallet()
  let decided = Promise.resolve()
  const signBytes = async (message: string) => {
    await decided
    return keys.signBytes(message)
  }
  await installPhantom(page, { ...keys, signBytes })
  await page.goto('/login/wallet')
  await page.getByRole('button', { name: 'Phantom' }).click()
  await expect(page).toHaveURL('/onboarding')
  await createOrganization(page, unique('Quay'))
  await navigateTo(page, PAGE)
  await connect(page, 'Google', unique('Wallet owner'))
  await expect(logins(page)).toHaveCount(2)
  const removals: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && removals.push(request.postData() ?? ''))

  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  const signing = question.getByText('Sign the message in your wallet.', { exact: true })
  const sign = () => question.getByRole('button', { name: 'Sign with Phantom' }).click()
  await page.getByRole('button', { name: 'Disconnect Phantom' }).click()
  await question.getByRole('button', { name: 'I lost this wallet' }).click()
  await expect(question.getByText('log in again with another login that has been connected for 7 days')).toBeVisible()
  await rejectNextSignature(page)
  await sign()
  await expect(question.getByText('Nothing was signed.')).toBeVisible()
  await expect(signing).toHaveCount(0)

  const late = Promise.withResolvers<void>()
  decided = late.promise
  await sign()
  await expect(signing).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  late.resolve()
  await page.getByRole('button', { name: 'Disconnect Phantom' }).click()
  await expect(signing).toHaveCount(0)
  await page.route('**/login-connection', (route) => route.abort(), { times: 1 })
  await sign()
  await expect(question.getByText('The wallet may still be connected. Try again')).toBeVisible()
  await sign()
  await expect(page, 'the sessions that the wallet opened have ended').toHaveURL(/\/login(\?.*)?$/)
  expect(removals.map((body) => Object.keys(JSON.parse(body)).length)).toEqual([0, 2, 2])
})

test('sessions are listed, and one or all others are ended [A2.37]', async ({ page, browser, baseURL }) => {
  const name = unique('Connector')
  await signIn(page, name)
  const elsewhere = async () => {
    const there = await browser.newPage({ baseURL: baseURL ?? '' })
    await signIn(there, name)
    return there
  }
  const [phone, laptop] = [await elsewhere(), await elsewhere()]
  await page.goto(PAGE)
  const sessions = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await expect(sessions).toHaveCount(4)
  await expect(page.getByText('This session')).toHaveCount(1)
  await expect(sessions.filter({ hasText: 'this machine' }).first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Log out Chrom/ })
    .first()
    .click()
  await expect(sessions).toHaveCount(3)
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await expect(sessions).toHaveCount(2)
  for (const there of [phone, laptop]) {
    expect((await callAs(there, 'GET', 'profile')).status()).toBe(401)
    await there.close()
  }
  expect((await callAs(page, 'GET', 'profile')).status()).toBe(200)
})
