import { getAddress } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'
import { until } from './until.ts'

let harness: OrganizationHarness
let owner: TestUser
let member: TestUser
let outsider: TestUser
beforeAll(async () => {
  harness = await organizationHarness()
  owner = await harness.user('Olive Owner')
  member = await harness.user('Mary Member')
  outsider = await harness.user('Sam Stranger')
})
afterAll(() => harness.close())

const find = (username: string) => owner.call('GET', `organization?username=${username}`)
const rename = (id: string, username: string) => owner.call('PUT', `organization/${id}`, { username })

describe('a username', () => {
  test('after a change, the old one redirects to the organisation and stays reserved', async () => {
    const id = await harness.organization(owner, 'First Quay')
    expect((await rename(id, 'second-quay')).body.organization.profile.username).toBe('second-quay')
    expect((await find('First-Quay')).body.organization).toMatchObject({
      _id: id,
      profile: { username: 'second-quay' },
    })
    const taken = { status: 409, body: { error: 'usernameTaken' } }
    expect(await outsider.call('POST', 'organization', { name: 'First Quay' })).toMatchObject(taken)
    const other = await harness.organization(owner, 'Other Quay')
    expect(await rename(other, 'first-quay')).toMatchObject({ ...taken, body: { fields: [{ field: 'username' }] } })
    expect(await rename(other, 'second-quay')).toMatchObject(taken)
  })

  test('is changed while another transaction writes rows of the organisation, and neither waits for ever', async () => {
    const id = await harness.organization(owner, 'Busy Quay')
    const { pool } = harness.store
    const client = await pool.connect()
    try {
      await client.query('begin')
      // As the foreign key of an inserted row does.
      await client.query('select from organization where id = $1 for key share', [id])
      const renamed = rename(id, 'calm-quay')
      await until(async () => {
        const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        return (await pool.query(waiting)).rowCount !== 0
      })
      await client.query('update organization set event_sequence = event_sequence + 1 where id = $1', [id])
      await client.query('commit')
      expect((await renamed).status).toBe(200)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('a former own one can be taken back', async () => {
    const id = await harness.organization(owner, 'Back Quay')
    await rename(id, 'forth-quay')
    expect((await rename(id, 'back-quay')).status).toBe(200)
    expect((await find('forth-quay')).body.organization.profile.username).toBe('back-quay')
    expect((await find('back-quay')).body.organization._id).toBe(id)
  })

  test.each([
    ['Has-Capitals', 400, 'invalid'],
    ['two words', 400, 'invalid'],
    ['--', 400, 'invalid'],
    ['user', 409, 'usernameReserved'],
    ['invite', 409, 'usernameReserved'],
  ])('[A5.4] [A2.22] like %s is rejected at its field', async (username, status, error) => {
    const id = await harness.organization(owner, `Refused ${crypto.randomUUID()}`)
    expect(await rename(id, username)).toMatchObject({ status, body: { error, fields: [{ field: 'username' }] } })
  })

  test('requested concurrently by several organisations goes to one of them', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map((number) => harness.organization(owner, `Rival ${number}`)))
    const requested = await Promise.all([
      ...ids.map((id) => rename(id, 'wanted-quay')),
      outsider.call('POST', 'organization', { name: 'Wanted Quay' }),
    ])
    expect(requested.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(requested.filter(({ status }) => status === 409)).toHaveLength(4)
  })

  test('of the past is not revealed to users who cannot see the organisation', async () => {
    const id = await harness.organization(owner, 'Hidden Quay')
    await rename(id, 'hidden-still')
    expect((await outsider.call('GET', 'organization?username=hidden-quay')).status).toBe(404)
  })
})

test('[A7.27] [A8.4] each change is audited with its previous value, and published to watchers', async () => {
  const id = await harness.organization(owner, 'Changing')
  await owner.call('PUT', `organization/${id}`, { name: 'Changed', preferedAppType: 'storage' })
  await owner.call('PUT', `organization/${id}`, { name: 'Changed' })
  expect(await harness.audit(id)).toMatchObject([
    { action: 'organization.created', after: { name: 'Changing' } },
    { action: 'organization.renamed', before: { name: 'Changing' }, after: { name: 'Changed' } },
    { action: 'organization.changed', before: { preferedAppType: 'compute' }, after: { preferedAppType: 'storage' } },
  ])
  const [published] = await harness.events(id)
  expect(published).toMatchObject({
    kind: 'organizationChanged',
    organization: { _id: id, profile: { name: 'Changed' } },
  })
  expect(published).not.toHaveProperty('organization.role')
})

describe('visitors', () => {
  test('[A7.30] [A4.8] [A6.1] can read it once it is public, and no more once it is private again', async () => {
    const id = await harness.organization(owner, 'Open House', [[member, 'admin']])
    const set = (publiclyAccessible: boolean) =>
      owner.call('PATCH', `organization/${id}/public-access`, { publiclyAccessible })
    const sequences = async () => {
      const { rows } = await harness.store.pool.query(
        'select event_sequence as last, public_since as since from organization where id = $1',
        [id],
      )
      return rows[0]
    }
    const { last } = await sequences()
    expect((await set(true)).body.organization.publiclyAccessible).toBe(true)
    expect((await sequences()).since, 'visitors receive no earlier event').toBe(last)
    for (const path of [
      `organization/${id}`,
      'organization?username=open-house',
      `role/getUsersWithRoleGroups/${id}`,
      `organization/${id}/notification-config`,
    ])
      expect((await harness.visit(path)).status, path).toBe(200)
    await set(true)
    await set(false)
    await expect.poll(async () => (await harness.visit(`organization/${id}`)).status).toBe(404)
    expect((await harness.audit(id)).filter(({ action }) => action === 'visibility.changed')).toMatchObject([
      { before: { publiclyAccessible: false }, after: { publiclyAccessible: true } },
      { before: { publiclyAccessible: true }, after: { publiclyAccessible: false } },
    ])
    const subjects = (await harness.mails(member.email, 2)).map(({ subject }) => subject)
    expect(subjects).toContain('Open House: It is now private')
  })

  test('[A1.3] [A3.2] [A3.3] receive exactly the public fields of an organisation', async () => {
    const id = await harness.organization(owner, 'Glass House', [[member, 'member']])
    await owner.call('PATCH', `organization/${id}/public-access`, { publiclyAccessible: true })
    const address = getAddress(`0x${'a1'.repeat(20)}`)
    await owner.call('PUT', `organization/${id}/registry`, { address, name: 'Quay registry' })
    await harness.invite(owner, id, 'somebody@example.org')
    const publicFields = {
      _id: id,
      profile: { name: 'Glass House', username: 'glass-house', image: null },
      preferedAppType: 'compute',
      appType: 'compute',
      privacy: 'public',
      site: { _id: expect.any(String), profile: { username: 'glass-house' } },
      compute: { _id: expect.any(String), profile: { username: 'glass-house' } },
      storage: { _id: expect.any(String), profile: { username: 'glass-house' } },
      publiclyAccessible: true,
      sequence: expect.any(Number),
      createdAt: expect.any(String),
      users: [
        { _id: owner.userId, platformProfile: { role: 'owner' } },
        { _id: member.userId, platformProfile: { role: 'member' } },
      ],
      overdue: { overdue: false, message: '', overdueReasons: [], overdueResponse: {} },
    }
    const registries = [{ id: address, address, name: 'Quay registry', createdOn: expect.any(String) }]
    const read = async (by: TestUser) => (await by.call('GET', `organization/${id}`)).body.organization
    for (const visitor of [await read(outsider), (await harness.visit(`organization/${id}`)).body.organization])
      expect(visitor).toEqual({ ...publicFields, role: null, invitedMembers: [], registries: [] })
    expect(await read(member)).toEqual({ ...publicFields, role: 'member', invitedMembers: [], registries })
    expect(await read(owner)).toEqual({
      ...publicFields,
      role: 'owner',
      invitedMembers: [expect.objectContaining({ email: 'somebody@example.org', status: 'pending', role: 'member' })],
      registries,
    })
    await owner.call('PATCH', `organization/${id}/public-access`, { publiclyAccessible: false })
    const { site, storage } = await read(owner)
    for (const [requested, appType] of [
      [id, 'compute'],
      [site._id, 'site'],
      [storage._id, 'storage'],
    ])
      expect((await owner.call('GET', `organization/${requested}`)).body.organization).toMatchObject({
        _id: id,
        appType,
        privacy: 'private',
      })
  })

  test('[A6.2] get the same response with a token and without, and no e-mail address', async () => {
    const id = await harness.organization(owner, 'Alike House', [[member, 'member']])
    await owner.call('PATCH', `organization/${id}/public-access`, { publiclyAccessible: true })
    const paths = [`organization/${id}`, `role/getUsersWithRoleGroups/${id}`, `organization/${id}/notification-config`]
    for (const path of paths) {
      const { status, body } = await harness.visit(path)
      expect(status, path).toBe(200)
      expect((await outsider.call('GET', path)).body, path).toEqual(body)
    }
    const { users } = (await harness.visit(`role/getUsersWithRoleGroups/${id}`)).body
    expect(users.map(({ email }: { email: unknown }) => email)).toEqual([null, null])
    expect(JSON.stringify(users)).not.toContain('@')
  })
})

test('[A7.37] [A7.38] [A8.7] mail categories can be chosen, and others are not mailed', async () => {
  const id = await harness.organization(owner, 'Quiet', [[member, 'admin']])
  const path = `organization/${id}/notification-config`
  expect((await member.call('GET', path)).body).toEqual({ notificationCategories: ['members', 'security'] })
  const saved = await owner.call('PATCH', path, { newNotificationCategories: ['members', 'members'] })
  expect(saved.body).toEqual({ notificationCategories: ['members'] })
  await owner.call('PATCH', `organization/${id}/public-access`, { publiclyAccessible: true })
  const { rows } = await harness.store.pool.query(`select 1 from pgboss.job where data::text like '%Quiet%'`)
  expect(rows).toEqual([])
  expect(await owner.call('PATCH', path, { newNotificationCategories: ['weather'] })).toMatchObject({ status: 400 })
})

test('notifications are mailed to verified addresses only', async () => {
  const typist = await harness.user('Typist')
  const { pool } = harness.store
  await pool.query('update "user" set email_verified = false where id = $1', [typist.userId])
  const id = await harness.organization(owner, 'Proved', [
    [member, 'admin'],
    [typist, 'owner'],
  ])
  await owner.call('PATCH', `organization/${id}/public-access`, { publiclyAccessible: true })
  const { rows } = await pool.query(
    `select data->>'to' as "to" from pgboss.job where data->'organization'->>'name' = 'Proved'`,
  )
  expect(rows).toEqual([{ to: member.email }])
})

test('[A7.39] [A7.40] [A3.6] [A8.5] [A8.6] billing details are returned as they were last saved', async () => {
  const organizationId = await harness.organization(owner, 'Addressed', [[member, 'member']])
  const path = 'invoice-additional-info'
  expect((await member.call('GET', `${path}/${organizationId}`)).body).toEqual({ billingDetails: null })
  const first = { organizationId, companyName: 'Quay Ltd', taxId: 'GB1', invoiceEmailRecipient: 'bills@example.org' }
  expect((await owner.call('POST', path, first)).body.billingDetails).toEqual({ ...first, billingAddress: '' })
  const second = { ...first, companyName: 'Quay & Sons', billingAddress: '1 Wharf' }
  expect((await owner.call('PUT', `${path}/`, second)).status).toBe(200)
  expect((await member.call('GET', `${path}/${organizationId}`)).body).toEqual({ billingDetails: second })
  expect((await member.call('PUT', path, second)).status).toBe(403)
  expect((await owner.call('PUT', path, { ...second, invoiceEmailRecipient: 'nobody' })).status).toBe(400)
  expect((await harness.audit(organizationId)).slice(1)).toMatchObject([
    { action: 'billingDetails.changed', before: null, after: { companyName: 'Quay Ltd' } },
    { action: 'billingDetails.changed', before: { companyName: 'Quay Ltd' }, after: { companyName: 'Quay & Sons' } },
  ])
})
