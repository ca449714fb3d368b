import { expect, test } from 'vitest'
import { permissions, tokenScopes } from '../../src/contract/access.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { defaultTokenScopes } from '../../src/contract/wire/api-key.ts'
import { dangerousScopes, scopeOfPermission, scopesFor, tokenPermissions } from '../../src/rules/token-scopes.ts'

test('every permission has one scope, and every scope stands for some permission or call', () => {
  expect(Object.keys(scopeOfPermission).sort()).toEqual([...permissions].sort())
  const ofCalls = callNames.flatMap((name) => scopesFor(callNamed(name).access) ?? [])
  expect(new Set([...Object.values(scopeOfPermission), ...ofCalls])).toEqual(new Set(tokenScopes))
})

test('every call that asks for a permission asks an API token for a scope', () => {
  for (const name of callNames) {
    const { access } = callNamed(name)
    if (typeof access === 'string') expect(scopesFor(access)).toBeNull()
    else expect(scopesFor(access), name).not.toHaveLength(0)
  }
})

test('the default holds no dangerous scope, and gives no right over members, roles, settings, bills or the organisation', () => {
  expect(defaultTokenScopes.filter((scope) => dangerousScopes.includes(scope))).toEqual([])
  expect(tokenPermissions(permissions, { appType: 'compute', scopes: defaultTokenScopes })).toEqual([
    'organization.read',
    'members.read',
    'projects.read',
    'projects.write',
    'instances.read',
    'instances.write',
    'logs.read',
  ])
})

test('a token has what its owner has, its scopes allow and its kind of app knows', () => {
  const all = { scopes: tokenScopes, appType: 'compute' } as const
  expect(tokenPermissions(['projects.read', 'logs.read'], all)).toEqual(['projects.read', 'logs.read'])
  expect(tokenPermissions(permissions, { scopes: [], appType: 'compute' })).toEqual([])
  expect(tokenPermissions(permissions, { scopes: ['read', 'deploy', 'logs'], appType: 'site' })).toEqual([
    'organization.read',
    'members.read',
  ])
})
