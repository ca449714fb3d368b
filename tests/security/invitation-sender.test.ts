import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Permission, permissions } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from '../server/organization-harness.ts'

let harness: OrganizationHarness
beforeAll(async () => {
  harness = await organizationHarness()
})
afterAll(() => harness.close())

let made = 0
const invited = async (role: RoleGroup) => {
  made += 1
  const [owner, sender, guest] = await Promise.all([
    harness.user(`Owen Owner ${made}`),
    harness.user(`Sam Sender ${made}`),
    harness.user(`Gina Guest ${made}`),
  ])
  const id = await harness.organization(owner, `Sending Quay ${made}`, [[sender, 'admin']])
  const email = `late-${crypto.randomUUID()}@example.org`
  const { inviteId } = await harness.invite(sender, id, email, role)
  return { owner, sender, guest, id, inviteId, email, secret: await harness.secret(email) }
}
type Invited = Awaited<ReturnType<typeof invited>>

const accept = ({ guest, id, inviteId, secret }: Invited) =>
  guest.call('PUT', `organization/${id}/invites/${inviteId}`, { status: 'accepted', secret })
const open = async (owner: TestUser, id: OrganizationId) =>
  (await owner.call('GET', `organization/${id}`)).body.organization.invitedMembers
const setRole = (owner: TestUser, organizationId: string, userId: string, roleGroupName: string) =>
  owner.call('POST', 'role/setRoleGroupPermissions', { organizationId, roleGroupName, userId })
const permit = (owner: TestUser, organizationId: string, roleGroupName: string, allowed: Permission[]) =>
  owner.call('POST', 'role/setRoleGroupPermissions', { organizationId, roleGroupName, permissions: allowed })

const withoutDeleting = permissions.filter((one) => one !== 'organization.delete' && one !== 'roles.write')

describe('an invitation is over', () => {
  test.each<[string, RoleGroup, (of: Invited) => Promise<{ status: number }>]>([
    [
      'when its sender leaves',
      'member',
      ({ sender, id }) => sender.call('DELETE', `organization/${id}/member`, { userId: sender.userId }),
    ],
    [
      'when its sender is removed',
      'viewer',
      ({ owner, sender, id }) => owner.call('DELETE', `organization/${id}/member`, { userId: sender.userId }),
    ],
    [
      'when its sender may no longer invite',
      'viewer',
      ({ owner, sender, id }) => setRole(owner, id, sender.userId, 'member'),
    ],
    [
      'when the role of its sender may no longer invite',
      'viewer',
      ({ owner, id }) =>
        permit(
          owner,
          id,
          'admin',
          withoutDeleting.filter((one) => one !== 'members.write'),
        ),
    ],
    [
      'when its sender has fewer permissions than the offered role',
      'member',
      ({ owner, id }) =>
        permit(
          owner,
          id,
          'admin',
          withoutDeleting.filter((one) => one !== 'instances.write'),
        ),
    ],
    [
      'when the offered role gains permissions that its sender lacks',
      'member',
      ({ owner, id }) => permit(owner, id, 'member', ['organization.read', 'organization.delete']),
    ],
  ])('%s', async (_when, role, lose) => {
    const one = await invited(role)
    expect((await lose(one)).status).toBe(200)
    expect(await open(one.owner, one.id)).toEqual([])
    expect((await accept(one)).body.error).toBe('inviteOver')
    expect((await one.guest.call('GET', `organization/${one.id}`)).status).toBe(404)
    const revoked = (await harness.audit(one.id)).filter(({ action }) => action === 'invite.revoked')
    expect(revoked).toMatchObject([{ target: one.email, before: { role } }])
  })

  test('when its sender was banned or deleted outside the organisation', async () => {
    const one = await invited('viewer')
    await harness.store.pool.query(`update "user" set banned_for = 'fraud' where id = $1`, [one.sender.userId])
    expect((await accept(one)).body.error).toBe('inviteOver')
    const other = await invited('viewer')
    await harness.store.pool.query('delete from "user" where id = $1', [other.sender.userId])
    expect((await accept(other)).body.error).toBe('inviteOver')
  })
})

test('accepting an invitation while its sender is removed either succeeds or fails as a whole', async () => {
  const one = await invited('viewer')
  const [removed, accepted] = await Promise.all([
    one.owner.call('DELETE', `organization/${one.id}/member`, { userId: one.sender.userId }),
    accept(one),
  ])
  expect(removed.status).toBe(200)
  expect([200, 409]).toContain(accepted.status)
  const isMember = (await one.guest.call('GET', `organization/${one.id}`)).status === 200
  expect(isMember).toBe(accepted.status === 200)
  expect(await open(one.owner, one.id)).toEqual([])
})

test('an invitation that another member resends stays open without its first sender', async () => {
  const one = await invited('viewer')
  await harness.store.pool.query(`update invite_sending set sent_at = sent_at - interval '2 minutes'`)
  const again = await one.owner.call('POST', `organization/${one.id}/invites/${one.inviteId}/resend`)
  expect(again.status).toBe(200)
  await one.owner.call('DELETE', `organization/${one.id}/member`, { userId: one.sender.userId })
  expect(await open(one.owner, one.id)).toHaveLength(1)
  expect((await accept({ ...one, secret: await harness.secret(one.email, 2) })).status).toBe(200)
})
