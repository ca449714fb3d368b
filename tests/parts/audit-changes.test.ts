import { expect, test } from 'vitest'
import type { AuditEntry } from '../../src/contract/wire/audit.ts'
import { type AuditNames, auditChanges } from '../../ui/organizations/settings/audit/audit-changes.ts'

const names: AuditNames = {
  region: (id) => (id === 'us-west' ? 'US West' : id),
  plan: (id) => (id === 'nano' ? 'Nano' : id),
  user: (id) => (id === 'u1' ? 'Grace Hopper' : id),
}

const shown = (before: AuditEntry['before'], after: AuditEntry['after']): Record<string, string> =>
  Object.fromEntries(auditChanges({ before, after } as AuditEntry, names).map(({ term, text }) => [term, text]))

test('fields and values are shown with their labels', () => {
  expect(shown({ userId: 'u1', role: 'viewer' }, { userId: 'u1', role: 'admin' })).toStrictEqual({
    User: 'Grace Hopper',
    Role: 'Viewer → Admin',
  })
  expect(shown({ publiclyAccessible: false }, { publiclyAccessible: true })).toStrictEqual({
    Visibility: 'Private → Public',
  })
  expect(shown(null, { region: 'us-west', plan: 'nano', variables: [] })).toStrictEqual({
    Region: 'US West',
    Plan: 'Nano',
    Variables: 'None',
  })
  expect(shown(null, { type: 'site', scopes: ['read', 'deploy'], expiresAt: null })).toStrictEqual({
    Type: 'Static Site',
    Permissions: 'Read, Deploy',
    Expiration: 'Never',
  })
})

test('times are shown in the language of the console', () => {
  expect(shown(null, { expiresAt: '2026-11-23T12:00:00.000Z' }).Expiration).toMatch(/^23 November 2026 at \d\d:00:00$/)
})

test('changed lists show what was added and removed', () => {
  const before = { permissions: ['logs.read', 'billing.read'] }
  expect(shown(before, { permissions: ['logs.read', 'audit.read'] })).toStrictEqual({
    Permissions: 'Added: Read the audit log. Removed: View bills and credit',
  })
  expect(shown(before, { permissions: ['billing.read', 'logs.read'] })).toStrictEqual({
    Permissions: 'View bills and credit, Read logs',
  })
})

test('empty values are dashes, and values of other versions are shown as they are', () => {
  expect(shown({ taxId: '' }, { taxId: 'GB 1' })).toStrictEqual({ 'Tax ID': '– → GB 1' })
  expect(shown({ role: 'member', invitedBy: 'Ada' }, { reason: 'Left.' })).toStrictEqual({
    Role: 'Member',
    'Invited by': 'Ada',
    Reason: 'Left.',
  })
  expect(shown(null, { later: { deep: 1 }, preferedAppType: 'quantum' })).toStrictEqual({
    later: '{"deep":1}',
    'Preferred app type': 'quantum',
  })
})
