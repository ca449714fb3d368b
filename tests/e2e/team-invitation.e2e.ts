import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
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

test('an invitation that has expired, was revoked, declined or accepted, or is another user’s shows that [A4.9]', async ({
  page,
  browser,
  controlPlane,
}) => {
  const organization = await signUpWithOrganization(page)
  const invite = async (name: string) => {
    const email = addressFor(name)
    await inviteTo(page, organization, email, 'viewer')
    return { email, link: await inviteLinkTo(page, email) }
  }
  const [old, revoked, declined, accepted] = [
    await invite('old'),
    await invite('revoked'),
    await invite('declined'),
    await invite('accepted'),
  ]
  await withStoreOf(controlPlane, (store) =>
    store.pool.query(`update invite set expires_at = now() - interval '1 second' where email = $1`, [old.email]),
  )
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const guest = await context.newPage()
  await guest.goto(old.link)
  await expect(guest.getByText('This invitation expired after 7 days.')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Accept' })).toHaveCount(0)

  await signIn(guest, unique('Grace'))
  const inviteId = /\/invite\/([^#]+)/.exec(revoked.link)?.[1]
  const isNotShown = guest.getByRole('heading', { name: 'This invitation cannot be shown' })
  await guest.goto(`/invite/${inviteId}`)
  await expect(isNotShown).toBeVisible()
  await callAs(page, 'DELETE', `organization/${organization._id}/invites/${inviteId}`)
  await navigateTo(guest, revoked.link)
  await expect(guest.getByText('This invitation was revoked.')).toBeVisible()
  await navigateTo(guest, '/invite/nothing')
  await expect(isNotShown).toBeVisible()

  await navigateTo(guest, declined.link)
  await guest.getByRole('button', { name: 'Decline' }).click()
  await expect(guest.getByText('Invitation declined', { exact: true })).toBeVisible()
  await guest.goto('about:blank')
  await guest.goto(declined.link)
  await expect(guest.getByText('This invitation was declined.')).toBeVisible()

  await navigateTo(guest, accepted.link)
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(`/${organization.profile.username}/dashboard`)
  await guest.goto('about:blank')
  await guest.goto(accepted.link)
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
  await navigateTo(guest, '/create-new-organisation')
  await guest.getByLabel('Organisation name').fill(unique('Own'))
  await guest.getByRole('button', { name: 'Create organisation' }).click()
  await expect(guest).toHaveURL(/\/dashboard$/, { timeout: 10_000 })
  await guest.getByRole('button', { name: /^Organisation:/ }).click()
  await guest.getByRole('menuitem', { name: organization.profile.name }).click()
  await guest.getByRole('button', { name: 'Accept' }).click()
  await expect(guest).toHaveURL(`/${organization.profile.username}/dashboard`)
  await context.close()
})
