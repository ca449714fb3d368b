import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { createJobQueues } from '../../server/jobs/job-queues.ts'
import { createMailer } from '../../server/mail/mailer.ts'
import { inviteHandlers } from '../../server/organizations/invites/invite-handlers.ts'
import { permissions } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'
import { createOrganizationFixture, join, platformHarness } from './platform-harness.ts'

let harness: OrganizationHarness
let owner: TestUser
let admin: TestUser
let guest: TestUser
let other: TestUser
let id: OrganizationId
beforeAll(async () => {
  harness = await organizationHarness()
  owner = await harness.user('Olive Owner')
  admin = await harness.user('Adam Admin')
  guest = await harness.user('Gus Guest')
  other = await harness.user('Otto Other')
  id = await harness.organization(owner, 'Inviting <b>Quay</b>', [[admin, 'admin']])
})
afterAll(() => harness.close())

let made = 0
const address = () => {
  made += 1
  return `new-${made}@example.org`
}
const sendInvite = (by: TestUser, userEmail: string, roleGroupName = 'member') =>
  by.call('POST', `organization/${id}/invites`, { userEmail, roleGroupName })
const readInvite = (by: TestUser, inviteId: string, secret?: string) =>
  by.call('POST', `invite/${inviteId}/preview`, secret === undefined ? {} : { secret })
const respond = (by: TestUser, inviteId: string, status: string, secret?: string) =>
  by.call('PUT', `organization/${id}/invites/${inviteId}`, {
    id: inviteId,
    status,
    ...(secret !== undefined && { secret }),
  })
const age = (inviteId: string, by: string) =>
  harness.store.pool.query(
    `with aged as (
       update invite set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval where id = $1
       returning email
     ) update invite_sending set sent_at = sent_at - $2::interval from aged where invite_sending.email = aged.email`,
    [inviteId, by],
  )
const roleIn = async (by: TestUser) => (await by.call('GET', `organization/${id}`)).body.organization?.role

test('[A7.31] [A3.5] [A5.1] an invitation is mailed, listed, audited and published', async () => {
  const body = { userEmail: 'New+One@Example.org', organization: 'x', organizationId: id, orgId: id, orgName: 'Quay' }
  const { status, body: sent } = await owner.call('POST', `organization/${id}/invites`, body)
  expect(status).toBe(200)
  expect(sent).toEqual({
    invite: {
      inviteId: expect.any(String),
      status: 'pending',
      email: 'new+one@example.org',
      role: 'member',
      sentAt: expect.any(String),
      expiresAt: expect.any(String),
    },
  })
  expect(Date.parse(sent.invite.expiresAt) - Date.parse(sent.invite.sentAt)).toBe(7 * 86_400_000)
  const secret = await harness.secret('new+one@example.org')
  expect(secret).toHaveLength(43)
  expect(JSON.stringify(sent)).not.toContain(secret)
  const { invitedMembers } = (await owner.call('GET', `organization/${id}`)).body.organization
  expect(invitedMembers).toEqual([sent.invite])
  expect((await harness.audit(id)).at(-1)).toMatchObject({ action: 'invite.sent', target: 'new+one@example.org' })
  expect((await harness.events(id)).at(-1)).toEqual({ kind: 'membersChanged' })
})

test('the secret is only in the mail: not in the log, the responses or the tables', async () => {
  const email = address()
  await harness.invite(owner, id, email)
  const secret = await harness.secret(email)
  expect(harness.logged.join('')).not.toContain(secret)
  const { rows } = await harness.store.pool.query(
    `select 1 from invite where invite::text like $1 union all select 1 from pgboss.job where data::text like $1
     union all select 1 from audit_entry where audit_entry::text like $1`,
    [`%${secret}%`],
  )
  expect(rows).toEqual([])
})

test('user input is plain text in a mail, in both formats', async () => {
  const email = address()
  await harness.invite(owner, id, email)
  const { subject, text, html } = await harness.mail(email)
  expect(subject).toBe('Olive Owner invited you to Inviting <b>Quay</b>')
  expect(text).toContain('Inviting <b>Quay</b>')
  expect(html).not.toContain('<b>')
  expect(html).toContain('Inviting &#60;b&#62;Quay&#60;/b&#62;')
})

describe('an invitation', () => {
  test('[A7.33] [A4.9] is accepted with its secret, once, with the invited role', async () => {
    const email = address()
    const user = await harness.user('Ada Accepts')
    const { inviteId } = await harness.invite(owner, id, email, 'viewer')
    const secret = await harness.secret(email)
    expect((await readInvite(user, inviteId, secret)).body.invite).toEqual({
      inviteId,
      organizationId: id,
      organization: { name: 'Inviting <b>Quay</b>', image: null },
      invitedBy: 'Olive Owner',
      role: 'viewer',
      status: 'pending',
      email: 'n•••@example.org',
      expiresAt: expect.any(String),
    })
    expect((await respond(user, inviteId, 'accepted', secret)).body).toEqual({ status: 'accepted' })
    expect((await respond(user, inviteId, 'accepted', secret)).status).toBe(200)
    expect(await roleIn(user)).toBe('viewer')
    expect((await respond(other, inviteId, 'accepted', secret)).body.error).toBe('inviteOver')
    expect((await harness.audit(id)).filter(({ target }) => target === 'Ada Accepts')).toMatchObject([
      { action: 'member.joined', after: { role: 'viewer', invitedAs: email } },
    ])
    expect((await harness.mail(admin.email)).subject).toContain('Ada Accepts has joined as Viewer')
  })

  test('[A7.33] is answered through the id of a sub-organisation too, and of no other organisation', async () => {
    const email = address()
    const inviteId = (await sendInvite(owner, email)).body.invite.inviteId
    const secret = await harness.secret(email)
    const user = await harness.user('Sub Member')
    const { organization } = (await owner.call('GET', `organization/${id}`)).body
    const accepting = { status: 'accepted', secret }
    const elsewhere = await harness.organization(other, 'Elsewhere')
    expect((await user.call('PUT', `organization/${elsewhere}/invites/${inviteId}`, accepting)).status).toBe(404)
    expect(
      (await user.call('PUT', `organization/${organization.compute._id}/invites/${inviteId}`, accepting)).body,
    ).toEqual({
      status: 'accepted',
    })
    expect(await roleIn(user)).toBe('member')
  })

  test('an accepted one is void for a member who was removed since', async () => {
    const email = address()
    const user = await harness.user('Rita Removed')
    const { inviteId } = await harness.invite(owner, id, email)
    const secret = await harness.secret(email)
    expect((await respond(user, inviteId, 'accepted', secret)).status).toBe(200)
    await owner.call('DELETE', `organization/${id}/member`, { userId: user.userId })
    expect(await respond(user, inviteId, 'accepted', secret)).toMatchObject({
      status: 409,
      body: { error: 'inviteOver' },
    })
    expect(await roleIn(user)).toBeUndefined()
  })

  test('one to the address of an existing user is found, read and answered without the secret', async () => {
    const { inviteId } = await harness.invite(owner, id, guest.email.toUpperCase())
    const { invites } = (await guest.call('GET', 'invites')).body
    expect(invites).toMatchObject([{ inviteId, status: 'pending' }])
    expect((await other.call('GET', 'invites')).body.invites).toEqual([])
    const { notifications } = (await guest.call('GET', 'user-notification/paginated')).body
    expect(notifications[0]).toMatchObject({ additionalData: { inviteId, organizationId: id } })
    expect((await readInvite(guest, inviteId)).status).toBe(200)
    expect((await respond(guest, inviteId, 'declined')).body).toEqual({ status: 'declined' })
    expect((await respond(guest, inviteId, 'accepted')).body.error).toBe('inviteOver')
    expect((await harness.audit(id)).at(-1)).toMatchObject({ action: 'invite.declined', target: guest.email })
    expect(await roleIn(guest)).toBeUndefined()
  })

  test('is not visible to a user whose address is unverified', async () => {
    const typed = await harness.user('Tim Typed')
    const email = address()
    await harness.store.pool.query('update "user" set email = $2, email_verified = false where id = $1', [
      typed.userId,
      email,
    ])
    const { inviteId } = await harness.invite(owner, id, email)
    expect((await typed.call('GET', 'invites')).body.invites).toEqual([])
    expect((await readInvite(typed, inviteId)).status).toBe(404)
    expect((await respond(typed, inviteId, 'accepted')).status).toBe(404)
  })

  test('does not exist for anyone else, and its secret opens no other invitation', async () => {
    const [first, second] = [address(), address()]
    const { inviteId } = await harness.invite(owner, id, first)
    await harness.invite(owner, id, second)
    const foreign = await harness.secret(second)
    expect((await readInvite(other, inviteId)).status).toBe(404)
    expect((await readInvite(other, inviteId, foreign)).status).toBe(404)
    expect((await readInvite(other, crypto.randomUUID(), foreign)).status).toBe(404)
    expect((await respond(other, inviteId, 'accepted', foreign)).status).toBe(404)
    const elsewhere = await harness.organization(other, 'Elsewhere')
    const path = `organization/${elsewhere}/invites/${inviteId}`
    expect((await other.call('PUT', path, { status: 'accepted', secret: await harness.secret(first) })).status).toBe(
      404,
    )
    expect((await other.call('DELETE', path)).status).toBe(404)
  })

  test('expires after 7 days, and is open again when it is resent', async () => {
    const email = address()
    const { inviteId } = await harness.invite(owner, id, email)
    const old = await harness.secret(email)
    await age(inviteId, '7 days')
    expect((await readInvite(other, inviteId, old)).body.invite.status).toBe('expired')
    expect((await respond(other, inviteId, 'accepted', old)).body.error).toBe('inviteOver')
    const again = await owner.call('POST', `organization/${id}/invites/${inviteId}/resend`)
    expect(again.body.invite).toMatchObject({ inviteId, status: 'pending' })
    expect((await readInvite(other, inviteId, old)).status).toBe(404)
    const fresh = await harness.secret(email, 2)
    expect((await readInvite(other, inviteId, fresh)).body.invite.status).toBe('pending')
    expect((await harness.audit(id)).at(-1)).toMatchObject({ action: 'invite.sentAgain', target: email })
  })

  test('[A7.32] [A2.43] a revoked one cannot be opened', async () => {
    const email = address()
    const { inviteId } = await harness.invite(owner, id, email)
    const secret = await harness.secret(email)
    expect((await owner.call('DELETE', `organization/${id}/invites/${inviteId}`)).status).toBe(200)
    expect((await readInvite(other, inviteId, secret)).body.invite.status).toBe('revoked')
    expect((await respond(other, inviteId, 'accepted', secret)).body.error).toBe('inviteOver')
    expect((await owner.call('DELETE', `organization/${id}/invites/${inviteId}`)).body.error).toBe('inviteOver')
    expect((await harness.audit(id)).at(-1)).toMatchObject({ action: 'invite.revoked', target: email })
  })
})

describe('inviting', () => {
  test('an already invited address sends a new mail, and invalidates the old link', async () => {
    const email = address()
    const { inviteId } = await harness.invite(owner, id, email)
    expect((await sendInvite(owner, email)).body.error).toBe('tooMany')
    const old = await harness.secret(email)
    await age(inviteId, '2 minutes')
    const again = await harness.invite(owner, id, email, 'viewer')
    expect(again).toMatchObject({ inviteId, role: 'viewer' })
    expect((await readInvite(other, inviteId, await harness.secret(email, 2))).status).toBe(200)
    expect((await readInvite(other, inviteId, old)).status).toBe(404)
  })

  test('a member is rejected at the field', async () => {
    expect(await sendInvite(owner, admin.email)).toMatchObject({
      status: 409,
      body: { error: 'alreadyMember', fields: [{ field: 'userEmail' }] },
    })
  })

  test('an unverified address of a member does not count as that member', async () => {
    const typist = await harness.user('Tim Typist')
    await join(harness.store, id, typist.userId, 'member')
    const email = address()
    await harness.store.pool.query(`update "user" set email = $1, email_verified = false where id = $2`, [
      email,
      typist.userId,
    ])
    expect((await sendInvite(owner, email)).status).toBe(200)
  })

  test('to a role above one’s own is rejected, and so is changing such an invitation', async () => {
    expect((await sendInvite(admin, address(), 'owner')).body.error).toBe('notAllowed')
    expect((await sendInvite(admin, address(), 'admin')).status).toBe(200)
    const { inviteId } = await harness.invite(owner, id, address(), 'owner')
    expect((await admin.call('DELETE', `organization/${id}/invites/${inviteId}`)).body.error).toBe('notAllowed')
    expect((await admin.call('POST', `organization/${id}/invites/${inviteId}/resend`)).body.error).toBe('notAllowed')
  })

  test.each(['nobody', '@example.org', 'a b@example.org', 'a@', '<a@example.org>'])(
    '[A5.1] the address %s is rejected at its field',
    async (userEmail) => {
      expect(await sendInvite(owner, userEmail)).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'userEmail' }] },
      })
    },
  )

  test('one address twice concurrently creates one invitation', async () => {
    const email = address()
    const results = await Promise.all([sendInvite(owner, email), sendInvite(admin, email)])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 429])
    const { rowCount } = await harness.store.pool.query('select 1 from invite where email = $1', [email])
    expect(rowCount).toBe(1)
  })

  test('one address again within a minute is rejected, also after the invitation was revoked, and elsewhere', async () => {
    const email = address()
    const elsewhere = await harness.organization(owner, 'Elsewhere at once')
    const { inviteId } = await harness.invite(owner, id, email)
    expect((await owner.call('DELETE', `organization/${id}/invites/${inviteId}`)).status).toBe(200)
    for (const [by, to] of [
      [owner, id],
      [admin, id],
      [owner, elsewhere],
    ] as const)
      expect(await by.call('POST', `organization/${to}/invites`, { userEmail: email })).toMatchObject({
        status: 429,
        body: { error: 'tooMany' },
      })
    await age(inviteId, '61 seconds')
    expect((await sendInvite(owner, email)).status).toBe(200)
  })

  describe('more than 60 in an hour is rejected', () => {
    const inviteTo = (by: TestUser, to: string) =>
      by.call('POST', `organization/${to}/invites`, { userEmail: address() })
    const countTo = (count: number, organizationId: string, userId: string) =>
      harness.store.pool.query(
        `insert into invite_sending (organization_id, user_id, email)
         select $2, $3, 'b' || n || '@example.org' from generate_series(1, $1::int) n`,
        [count, organizationId, userId],
      )

    test('of an organisation, by any of its members', async () => {
      const [first, second] = [await harness.user('Bea Busy'), await harness.user('Bo Busy')]
      const busy = await harness.organization(first, 'Busy', [[second, 'owner']])
      const idle = await harness.organization(second, 'Idle')
      await countTo(60, busy, first.userId)
      expect(await inviteTo(second, busy)).toMatchObject({ status: 429, body: { error: 'tooMany' } })
      expect((await inviteTo(second, idle)).status).toBe(200)
    })

    test('of a user, also for organisations that were deleted or left, and from several concurrently', async () => {
      const busier = await harness.user('Bertha Busy')
      const other = await harness.user('Bert Busy')
      const [first, second, left] = [
        await harness.organization(busier, 'Deleted in a while'),
        await harness.organization(busier, 'Kept'),
        await harness.organization(other, 'Left in a while', [[busier, 'admin']]),
      ]
      expect((await inviteTo(busier, first)).status).toBe(200)
      expect((await inviteTo(busier, left)).status).toBe(200)
      expect((await busier.call('DELETE', `organization/${first}`)).status).toBe(200)
      const leaving = await busier.call('DELETE', `organization/${left}/member`, { userId: busier.userId })
      expect(leaving.status).toBe(200)
      await countTo(57, second, busier.userId)
      const third = await harness.organization(busier, 'Third')
      const results = await Promise.all([inviteTo(busier, second), inviteTo(busier, third)])
      expect(results.map(({ status }) => status).sort()).toEqual([200, 429])
    })
  })
})

test('accepting and revoking concurrently has one of the two outcomes', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = address()
    const user = await harness.user(`Racer ${round}`)
    const { inviteId } = await harness.invite(owner, id, email)
    const secret = await harness.secret(email)
    const [accepted, revoked] = await Promise.all([
      respond(user, inviteId, 'accepted', secret),
      owner.call('DELETE', `organization/${id}/invites/${inviteId}`),
    ])
    expect([accepted.status, revoked.status].sort()).toEqual([200, 409])
    expect((await roleIn(user)) === 'member').toBe(accepted.status === 200)
  }
})

test('in production without a mail server invitations are rejected with the reason', async () => {
  const production = await platformHarness()
  try {
    const { store } = production
    const log = pino({ level: 'silent' })
    const config = configFrom({ LONGSHORE_MODE: 'production' }, '/')
    const queues = createJobQueues(store, log)
    const mailer = createMailer({ config, secret: 'unused', store, queues, log })
    const organizationId = (await createOrganizationFixture(store, { open: false })).organizationId as OrganizationId
    const { userId } = await production.user('owner')
    await join(store, organizationId, userId, 'owner')
    const { inviteMember } = inviteHandlers({ db: store.db, mailer, secret: 'unused' })
    // This check precedes all others of the call.
    const results = inviteMember({
      input: { id: organizationId, userEmail: 'a@example.org', roleGroupName: 'member' },
      caller: { kind: 'user', userId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
      scope: { organizationId, role: 'owner', permissions },
      address: '127.0.0.1',
    } as unknown as Parameters<typeof inviteMember>[0])
    await expect(results).rejects.toMatchObject({ code: 'mailNotSetUp' })
  } finally {
    await production.close()
  }
})
