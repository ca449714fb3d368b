import { expect, test } from 'vitest'
import { queriesInvalidatedByEvent } from '../../src/calls/invalidation.ts'
import type { Organization, User } from '../../src/contract/wire/account.ts'
import type { Failure } from '../../src/core/failure.ts'
import { organizations, selectOrganization, selectRemovalMessage } from '../../src/organizations/organizations.ts'

const harbour = {
  _id: 'harbour',
  profile: { name: 'Harbour', username: 'harbour', image: null },
  publiclyAccessible: false,
  role: 'admin',
  sequence: 4,
} as unknown as Organization

test('an event updates the organisation and keeps the user’s role', () => {
  const state = {
    user: { organizations: [harbour] } as unknown as User,
    username: null,
    lastSelected: null,
    visited: null,
    removalMessage: null,
  }
  const organization = { _id: harbour._id, profile: { ...harbour.profile, name: 'Quay' }, publiclyAccessible: true }
  const event = { kind: 'organizationChanged', organization } as never
  const action = { type: 'socket/organizationChanged', organizationId: harbour._id, packets: [{ event }] } as never
  expect(organizations.reduce(state, action).user?.organizations).toEqual([
    { ...harbour, profile: { ...harbour.profile, name: 'Quay' }, publiclyAccessible: true },
  ])
})

test('a visited organisation stays after temporary failures and is removed after a 404', () => {
  const action = { input: { username: 'harbour' }, atMs: 0, requestId: null }
  const found = { ...action, type: 'api/findOrganization.succeeded', response: { organization: harbour } } as const
  const failed = (failure: Failure) => ({ ...action, type: 'api/findOrganization.failed', failure }) as const
  const apiError = (status: number): Failure => ({ kind: 'apiError', status, code: '', message: '', fields: [] })
  const state = organizations.reduce(organizations.initial, found)
  for (const failure of [
    { kind: 'offline' },
    { kind: 'timedOut' },
    { kind: 'unreadable' },
    apiError(429),
    apiError(503),
  ])
    expect(organizations.reduce(state, failed(failure as Failure)).visited).toEqual(harbour)
  expect(organizations.reduce(state, failed(apiError(404))).visited).toBeNull()
})

test('a message names the lost organisation until another one opens', () => {
  const user = { _id: 'ada', organizations: [harbour] } as unknown as User
  const before = { user, username: 'harbour', lastSelected: 'harbour', visited: null, removalMessage: null }
  const profile = (more: object) =>
    ({ type: 'api/readProfile.succeeded', response: { user: { ...user, ...more } } }) as never
  const after = organizations.reduce(before, profile({ organizations: [] }))
  expect(selectRemovalMessage({ organizations: after })).toBe('You are no longer a member of Harbour.')
  const still = organizations.reduce(after, profile({ organizations: [] }))
  expect(selectRemovalMessage({ organizations: still })).toBe('You are no longer a member of Harbour.')
  const opened = organizations.reduce(still, { type: 'ui/organizationOpened', username: 'quay' })
  expect(selectRemovalMessage({ organizations: opened })).toBeNull()
  const leaving = { type: 'api/removeMember.succeeded', input: { id: 'harbour', userId: 'ada' } } as never
  const left = organizations.reduce(organizations.reduce(before, leaving), profile({ organizations: [] }))
  expect(selectRemovalMessage({ organizations: left }), 'not after leaving it').toBeNull()
})

test('events of members, roles and deletion invalidate the affected queries', () => {
  expect(queriesInvalidatedByEvent({ kind: 'membersChanged' })).toContain('readUsersWithRoleGroups')
  expect(queriesInvalidatedByEvent({ kind: 'rolesChanged' })).toEqual(['readRole', 'readAudit'])
  expect(queriesInvalidatedByEvent({ kind: 'organizationRemoved' })).toEqual(['readProfile'])
})

test('without an organisation in the path, the last selection of any tab applies [A4.5]', () => {
  const quay = { ...harbour, _id: 'quay', profile: { ...harbour.profile, username: 'quay' } } as unknown as Organization
  const user = { organizations: [harbour, quay] } as unknown as User
  const before = { user, username: 'harbour', lastSelected: 'harbour', visited: null, removalMessage: null }
  const inOther = organizations.reduce(before, { type: 'tab/organizationSelected', id: 'quay' })
  const at = (path: string) => {
    const organizationsThere = organizations.reduce(inOther, { type: 'location/changed', path, query: '' })
    return selectOrganization({ organizations: organizationsThere })
  }
  expect(at('/harbour/members')).toBe(harbour)
  expect(at('/user/settings/general')).toBe(quay)
  expect(at('/choose-longshore-app')).toBe(quay)
})

test('selecting an organisation on a page without one in the path replaces the previous one [A4.5]', () => {
  const quay = { ...harbour, _id: 'quay', profile: { ...harbour.profile, username: 'quay' } } as unknown as Organization
  const user = { organizations: [harbour, quay] } as unknown as User
  const before = { user, username: 'harbour', lastSelected: 'harbour', visited: null, removalMessage: null }
  const after = organizations.reduce(before, { type: 'ui/organizationSelected', username: 'quay', name: 'Quay' })
  expect(selectOrganization({ organizations: after })).toBe(quay)
  expect(after.lastSelected).toBe('quay')
})
