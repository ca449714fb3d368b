import { expect, test } from 'vitest'
import { readsMovedBy } from '../../src/calls/reads-moved-by.ts'
import type { Organization, User } from '../../src/contract/wire/account.ts'
import { organizations } from '../../src/organizations/organizations.ts'

const harbour = {
  _id: 'harbour',
  profile: { name: 'Harbour', username: 'harbour', image: null },
  publiclyAccessible: false,
  role: 'admin',
  sequence: 4,
} as unknown as Organization

test('what is told of an organisation is patched in, and what is one’s own there stays', () => {
  const state = {
    user: { organizations: [harbour] } as unknown as User,
    username: null,
    lastSelected: null,
    visited: null,
  }
  const organization = { _id: harbour._id, profile: { ...harbour.profile, name: 'Quay' }, publiclyAccessible: true }
  const event = { kind: 'organizationChanged', organization } as never
  const said = { type: 'socket/organizationChanged', organizationId: harbour._id, packets: [{ event }] } as never
  expect(organizations.reduce(state, said).user?.organizations).toEqual([
    { ...harbour, profile: { ...harbour.profile, name: 'Quay' }, publiclyAccessible: true },
  ])
})

test('members, roles and an end make the lists old that show them', () => {
  expect(readsMovedBy({ kind: 'membersChanged' })).toContain('readUsersWithRoleGroups')
  expect(readsMovedBy({ kind: 'rolesChanged' })).toEqual(['readRole', 'readAudit'])
  expect(readsMovedBy({ kind: 'organizationRemoved' })).toEqual(['readProfile'])
})
