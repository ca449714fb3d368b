import { expect, test } from 'vitest'
import { permissions, tokenScopes } from '../../src/contract/access.ts'
import { callNames } from '../../src/contract/call-names.ts'
import { callNamed } from '../../src/contract/contract.ts'
import { defaultTokenScopes } from '../../src/contract/wire/api-key.ts'
import { dangerousScopes, scopeOfPermission, scopesFor, tokenPermissions } from '../../src/rules/token-scopes.ts'

test('every permission has one scope, and every scope covers a permission or call', () => {
  expect(Object.keys(scopeOfPermission).sort()).toEqual([...permissions].sort())
  const ofCalls = callNames.flatMap((name) => scopesFor(callNamed(name).access) ?? [])
  expect(new Set([...Object.values(scopeOfPermission), ...ofCalls])).toEqual(new Set(tokenScopes))
})

test('every call that requires a permission requires a scope of an API token', () => {
  for (const name of callNames) {
    const { access } = callNamed(name)
    if (typeof access === 'string') expect(scopesFor(access)).toBeNull()
    else expect(scopesFor(access), name).not.toHaveLength(0)
  }
})

test('the default scopes are not dangerous and grant only reading, deploying and logs', () => {
  expect(defaultTokenScopes.filter((scope) => dangerousScopes.includes(scope))).toEqual([])
  expect(tokenPermissions(permissions, { appType: 'compute', scopes: defaultTokenScopes })).toEqual([
    'organization.read',
    'members.read',
    'projects.read',
    'projects.write',
    'instances.read',
    'instances.write',
    'drains.read',
    'logs.read',
  ])
})

test('a token has the permissions of its owner, limited by its scopes and its kind of app', () => {
  const all = { scopes: tokenScopes, appType: 'compute' } as const
  expect(tokenPermissions(['projects.read', 'logs.read'], all)).toEqual(['projects.read', 'logs.read'])
  expect(tokenPermissions(permissions, { scopes: [], appType: 'compute' })).toEqual([])
  expect(tokenPermissions(permissions, { scopes: ['read', 'deploy', 'logs'], appType: 'site' })).toEqual([
    'organization.read',
    'members.read',
  ])
})

test('a token for deployments neither takes data out nor destroys it', () => {
  const ofData = callNames.filter((name) => scopesFor(callNamed(name).access)?.includes('data'))
  expect(ofData.toSorted()).toEqual([
    'abandonVolume',
    'createBackup',
    'createDrain',
    'deleteBackup',
    'deleteDrain',
    'deleteSnapshot',
    'deleteVolume',
    'downloadSnapshot',
    'downloadVolume',
    'releaseAddress',
    'restoreSnapshot',
    'setDrainState',
    'testDrain',
    'updateBackup',
    'updateDrain',
  ])
  for (const name of ofData) expect(scopesFor(callNamed(name).access), name).toEqual(['data'])
  for (const name of ['createSnapshot', 'startBackup', 'verifySnapshot', 'uploadArchive'] as const)
    expect(scopesFor(callNamed(name).access), name).toEqual(['deploy'])
})
