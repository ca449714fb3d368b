import { expect, test } from 'vitest'
import { defaultPermissions } from '../../src/rules/roles.ts'
import { changedRoles, countChanges, draftPermissions, isChanged, unsavedDrafts } from '../../src/team/role-drafts.ts'

const roles = { ...defaultPermissions, billing: [...defaultPermissions.billing, 'audit.read' as const] }

test('a change that is saved by now, or made back, is no unsaved change', () => {
  const drafts = { viewer: { 'audit.read': true }, billing: { 'audit.read': true, 'logs.read': true } }
  const unsaved = unsavedDrafts(drafts, roles)
  expect(countChanges(unsaved)).toBe(1)
  expect(isChanged(unsaved, 'viewer', 'audit.read')).toBe(true)
  expect(isChanged(unsaved, 'viewer', 'logs.read')).toBe(false)
  expect(isChanged(unsaved, 'billing', 'audit.read')).toBe(false)
  expect(changedRoles(unsaved, roles)).toEqual([
    { role: 'viewer', permissions: expect.arrayContaining(['audit.read', ...defaultPermissions.viewer]) },
  ])
})

test('what another user changes is kept when a role with unsaved changes is saved', () => {
  const drafts = { viewer: { 'projects.write': true } }
  const changed = { ...roles, viewer: ['organization.read', 'audit.read'] as const }
  expect(draftPermissions(unsavedDrafts(drafts, changed), changed, 'viewer').toSorted()).toEqual([
    'audit.read',
    'organization.read',
    'projects.write',
  ])
})

test('a role that is back at its usual permissions is reset rather than stored', () => {
  expect(changedRoles({ billing: { 'audit.read': false } }, roles)).toEqual([{ role: 'billing', permissions: null }])
})
