import { eq } from 'drizzle-orm'
import { users } from '../../server/store/schema.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import {
  callAs,
  createOrganization,
  signIn,
  signInOnPage,
  signUpAndOpenDashboard,
  signUpWithOrganization,
  unique,
} from './fixtures/users.ts'

test('a new user names an organisation and arrives at its dashboard [A2.8, A4.6, A5.4, A9.2]', async ({ page }) => {
  await signInOnPage(page, unique('Ada'))
  await expect(page).toHaveURL('/onboarding')
  const name = page.getByLabel('Organisation name')
  await expect(name).toBeFocused()
  const typed = unique('North & Pier')
  const username = typed.replace(/\W+/g, '-').toLowerCase()
  await name.fill(typed)
  await expect(page.getByText(`/${username}`)).toBeVisible()
  const pressed = Date.now()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Creating ${typed}`)).toBeVisible()
  await expect(page).toHaveURL(`/${username}/dashboard`, { timeout: 20_000 })
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(6000)
  await expect(page.getByRole('button', { name: `Organisation: ${typed}` })).toBeVisible()
})

test('details that the provider did not return are requested and saved first, then the organisation [A2.8]', async ({
  page,
  controlPlane,
}) => {
  await signIn(page, unique('Ada'))
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  await withStoreOf(controlPlane, ({ db }) => db.update(users).set({ email: null }).where(eq(users.id, user._id)))
  await page.goto('/onboarding')
  const email = page.getByLabel('Your email')
  await expect(email).toBeFocused()
  await expect(page.getByLabel('Organisation name')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await email.fill('not an address')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible()
  const typed = `${user.platformProfile.username}@pier.example.org`
  await email.fill(typed)
  const saving = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Continue' }).click()
  expect((await saving).postDataJSON()).toEqual({ email: typed })
  await expect(page.getByLabel('Organisation name')).toBeFocused()
  await expect(page.getByText(`Logged in as ${typed}`)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Organisation name')).toBeVisible()
})

test('a username follows the name until it is edited, and an error is shown at its field [A5.4, A2.9]', async ({
  page,
}) => {
  const { profile } = await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: /^Organisation:/ }).click()
  await page.getByRole('menuitem', { name: 'CREATE NEW ORGANISATION' }).click()
  await expect(page).toHaveURL('/create-new-organisation')
  await expect(page).toHaveTitle('New organisation · Longshore')
  const name = page.getByLabel('Organisation name')
  const username = page.getByLabel('Username')
  const create = page.getByRole('button', { name: 'Create organisation' })
  for (const [typed, field, message] of [
    ['', name, 'Required.'],
    ['Login', username, 'This name is reserved. Choose another.'],
    ['港湾', username, 'Required.'],
    [profile.name, username, 'This name is taken. Choose another.'],
  ] as const) {
    await name.fill(typed)
    await create.click()
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await name.fill(`${profile.name} two`)
  await expect(page.getByText('This name is taken. Choose another.')).toHaveCount(0)
  await name.fill('Порт Zürich')
  await expect(username).toHaveValue('port-zuerich')
  const own = unique('port').replace(' ', '-')
  await username.fill(own)
  await name.fill('Порт')
  await expect(username).toHaveValue(own)
  await create.click()
  await expect(page).toHaveURL(`/${own}/dashboard`, { timeout: 20_000 })
})

test('an organisation is switched to, an unknown one opens the first, and other URLs of Compute redirect to those that name it [A2.24, A4.5, P2.2, P2.4, P2.5]', async ({
  page,
}) => {
  const first = await signUpWithOrganization(page)
  const second = await createOrganization(page, unique('Second'))
  await page.goto(`/${first.profile.username}/dashboard`)
  await page.getByRole('button', { name: `Organisation: ${first.profile.name}` }).click()
  await page.getByRole('menuitemcheckbox', { name: second.profile.name }).click()
  await expect(page).toHaveURL(`/${second.profile.username}/dashboard`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('selected-org'))).toBe(second._id)
  await navigateTo(page, '/')
  await page.getByRole('link', { name: /^Console/ }).click()
  await expect(page).toHaveURL(`/${second.profile.username}/dashboard`)
  await navigateTo(page, '/nobody-is-called-that/dashboard')
  await expect(page).toHaveURL(`/${first.profile.username}/dashboard`)

  await expect.poll(() => page.evaluate(() => localStorage.getItem('selected-org'))).toBe(first._id)
  await navigateTo(page, '/compute/dashboard?from=there')
  await expect(page).toHaveURL(`/${first.profile.username}/dashboard?from=there`)
  await navigateTo(page, '/compute/project/some-project')
  await expect(page).toHaveURL(`/${first.profile.username}/project/some-project`)
  await navigateTo(page, `/${first.profile.username}`)
  await expect(page).toHaveURL(`/${first.profile.username}/dashboard`)
})
