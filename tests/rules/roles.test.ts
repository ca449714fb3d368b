import { describe, expect, test } from 'vitest'
import { permissions } from '../../src/contract/access.ts'
import {
  appTypeOf,
  defaultPermissions,
  mayGrant,
  permissionsOf,
  roleMay,
  visitorPermissions,
} from '../../src/rules/roles.ts'
import { dangerousScopes, scopeOfPermission } from '../../src/rules/token-scopes.ts'

// The permission matrix of the server computes what it expects from these rules, so the rules themselves are written out
// here.

const visiting = ['organization.read', 'members.read', 'projects.read', 'instances.read']
const reading = [...visiting, 'logs.read']
const all = [
  ...reading,
  'organization.write',
  'organization.delete',
  'visibility.write',
  'members.write',
  'roles.write',
  'audit.read',
  'billing.read',
  'billing.write',
  'projects.write',
  'instances.write',
  'instances.execute',
  'drains.read',
  'drains.write',
]

const sorted = (names: readonly string[]) => [...names].sort()

describe('the default permissions', () => {
  test.each([
    ['owner', all],
    [
      'admin',
      all.filter((permission) => !['organization.delete', 'roles.write', 'instances.execute'].includes(permission)),
    ],
    ['member', [...reading, 'projects.write', 'instances.write', 'billing.read']],
    ['billing', [...reading, 'billing.read', 'billing.write']],
    ['viewer', reading],
  ] as const)('of %s', (role, expected) => {
    expect(sorted(defaultPermissions[role])).toEqual(sorted(expected))
    expect(sorted(permissionsOf(role))).toEqual(sorted(expected))
  })

  test('of a visitor leave out logs', () => {
    expect(sorted(visitorPermissions)).toEqual(sorted(visiting))
    expect(sorted(permissions)).toEqual(sorted(all))
  })
})

describe('permissions that an organisation has changed', () => {
  test('replace the default ones', () => {
    expect(permissionsOf('viewer', ['organization.read', 'billing.write'])).toEqual([
      'organization.read',
      'billing.write',
    ])
    expect(roleMay('member', 'instances.write', ['organization.read'])).toBe(false)
  })

  test('always include reading the organisation', () => {
    expect(permissionsOf('member', ['billing.read'])).toEqual(['organization.read', 'billing.read'])
    expect(permissionsOf('viewer', [])).toEqual(['organization.read'])
  })

  test('do not restrict an owner, and give nothing to an unknown role', () => {
    expect(sorted(permissionsOf('owner', []))).toEqual(sorted(all))
    expect(permissionsOf('harbourmaster', ['instances.read'])).toEqual([])
    expect(permissionsOf('toString', ['instances.read'])).toEqual([])
  })
})

test('a member grants only what they have themselves, all of it', () => {
  expect(mayGrant(['members.write', 'billing.read'], ['billing.read'])).toBe(true)
  expect(mayGrant(['members.write', 'billing.read'], ['billing.read', 'billing.write'])).toBe(false)
  expect(mayGrant([], ['organization.read'])).toBe(false)
  expect(mayGrant([], [])).toBe(true)
})

test('resources and logs concern an app, all else the organisation', () => {
  const concerned = Object.fromEntries(permissions.map((permission) => [permission, appTypeOf(permission)]))
  expect(Object.entries(concerned).filter(([, appType]) => appType !== null)).toEqual([
    ['projects.read', 'compute'],
    ['projects.write', 'compute'],
    ['instances.read', 'compute'],
    ['instances.write', 'compute'],
    ['drains.read', 'compute'],
    ['drains.write', 'compute'],
    ['logs.read', 'compute'],
    ['instances.execute', 'compute'],
  ])
})

test('each permission needs this scope of an API token, and these scopes come with a warning', () => {
  expect(scopeOfPermission).toEqual({
    'organization.read': 'read',
    'members.read': 'read',
    'projects.read': 'read',
    'instances.read': 'read',
    'projects.write': 'deploy',
    'instances.write': 'deploy',
    'drains.read': 'read',
    'drains.write': 'data',
    'logs.read': 'logs',
    'instances.execute': 'execute',
    'billing.read': 'billing',
    'billing.write': 'billing',
    'organization.write': 'settings',
    'audit.read': 'audit',
    'members.write': 'members',
    'roles.write': 'roles',
    'visibility.write': 'visibility',
    'organization.delete': 'deletion',
  })
  expect(sorted(dangerousScopes)).toEqual([
    'audit',
    'data',
    'deletion',
    'execute',
    'members',
    'roles',
    'secrets',
    'visibility',
  ])
})
