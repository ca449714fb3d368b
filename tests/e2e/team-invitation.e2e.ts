import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import { inviteLinkTo, inviteTo } from './fixtures/teams.ts'
import { callAs, signIn, signInOnPage, signUpWithOrganization, unique } from './fixtures/users.ts'

const addressFor = (name: string) => `${unique(name).replace(/\W+/g, '.').toLowerCase()}@example.com`

test('an invited user signs in first, returns, accepts, and arrives at the dashboard [A4.9]', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const email = addressFor('invited')
  await inviteTo(page, organization, email, 'viewer')
  const link = await inviteLinkTo(page, email)
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const guest = await context.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: `Join ${organization.profile.name}` })).toBeVisible()
  await expect(guest).toHaveURL(link.replace(/#.*/, ''))
  await guest.getByRole('button', { name: 'Log in to respond' }).click()
  await expect(guest).toHaveURL('/login')
  // Another tab signs in, as the provider's does.
  const other = await context.newPage()
  await signInOnPage(other, unique('Grace'))
  await expect(guest).toHaveURL(link.replace(/#.*/, ''))
  await expect(guest.getByText('as viewer')).toBeVisible()
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(`/${organization.profile.username}/dashboard`)
  await expect(guest.getByRole('button', { name: 'New project' }).first()).toHaveAttribute('aria-disabled', 'true')
  expect(await guest.evaluate(() => sessionStorage.getItem('invite'))).toBeNull()
  await context.close()
})

test('a declined invitation is over [A4.9]', async ({ page, browser }) => {
  const organization = await signUpWithOrganization(page)
  const email = addressFor('declining')
  await inviteTo(page, organization, email, 'member')
  const link = await inviteLinkTo(page, email)
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const guest = await context.newPage()
  await signIn(guest, unique('Grace'))
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Decline' }).click()
  await expect(guest.getByText('Invitation declined', { exact: true })).toBeVisible()
  await guest.goto('about:blank')
  await guest.goto(link)
  await expect(guest.getByText('This invitation was declined.')).toBeVisible()
  await context.close()
})

test('a revoked invitation, and one of another user, show an error', async ({ page, browser }) => {
  const organization = await signUpWithOrganization(page)
  const email = addressFor('revoked')
  await inviteTo(page, organization, email, 'member')
  const link = await inviteLinkTo(page, email)
  const inviteId = /\/invite\/([^#]+)/.exec(link)?.[1]
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const guest = await context.newPage()
  await signIn(guest, unique('Grace'))
  await guest.goto(`/invite/${inviteId}`)
  await expect(guest.getByRole('heading', { name: 'This invitation cannot be shown' })).toBeVisible()
  await callAs(page, 'DELETE', `organization/${organization._id}/invites/${inviteId}`)
  await guest.goto(link)
  await expect(guest.getByText('This invitation was revoked.')).toBeVisible()
  await guest.goto('/invite/nothing')
  await expect(guest.getByRole('heading', { name: 'This invitation cannot be shown' })).toBeVisible()
  await context.close()
})

test('an accepted invitation, and an expired one, show a message [A4.9]', async ({ page, browser, controlPlane }) => {
  const organization = await signUpWithOrganization(page)
  const [accepted, old] = [addressFor('accepted'), addressFor('old')]
  for (const email of [accepted, old]) await inviteTo(page, organization, email, 'viewer')
  const links = [await inviteLinkTo(page, accepted), await inviteLinkTo(page, old)] as const
  await withStoreOf(controlPlane, (store) =>
    store.pool.query(`update invite set expires_at = now() - interval '1 second' where email = $1`, [old]),
  )
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const guest = await context.newPage()
  await guest.goto(links[1])
  await expect(guest.getByText('This invitation expired after 7 days.')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Accept' })).toHaveCount(0)

  await signIn(guest, unique('Grace'))
  await guest.goto(links[0])
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(`/${organization.profile.username}/dashboard`)
  await guest.goto('about:blank')
  await guest.goto(links[0])
  await expect(guest.getByText('This invitation was already accepted.')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await context.close()
})

test('invitations to the user’s own address are offered in onboarding and beside the organisations', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const guest = await context.newPage()
  await signIn(guest, unique('Grace'))
  const { user } = await (await callAs(guest, 'GET', 'profile')).json()
  await inviteTo(page, organization, user.platformProfile.email, 'member')
  await guest.goto('/onboarding')
  await expect(guest.getByRole('heading', { name: 'You have an invitation' })).toBeVisible()
  await expectNoAxeViolations(guest)
  await guest.getByRole('link', { name: 'View', exact: true }).click()
  await expect(guest.getByRole('heading', { name: `Join ${organization.profile.name}` })).toBeVisible()
  await guest.goto('/create-new-organisation')
  await guest.getByLabel('Organisation name').fill(unique('Own'))
  await guest.getByRole('button', { name: 'Create organisation' }).click()
  await expect(guest).toHaveURL(/\/dashboard$/, { timeout: 10_000 })
  await guest.getByRole('button', { name: /^Organisation:/ }).click()
  await guest.getByRole('menuitem', { name: organization.profile.name }).click()
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(`/${organization.profile.username}/dashboard`)
  await context.close()
})
