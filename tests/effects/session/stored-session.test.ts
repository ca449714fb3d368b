import { asyncScheduler } from 'rxjs'
import { expect, test } from 'vitest'
import { clearUserData, readLogin, takeLoginQuery, updateLogin } from '../../../effects/session/stored-session.ts'
import { sessionStorageKeys } from '../../../src/session/storage-keys.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'

test('a login keeps its query and its pending sign-in in one record, which is removed once both are taken', () => {
  const world = fakeWorld(asyncScheduler)
  updateLogin(world, { query: '?redirectUrl=/x' })
  updateLogin(world, { signIn: 'lsp_waiting' })
  expect(world.sessionStorage.keys()).toStrictEqual([sessionStorageKeys.login])
  expect(readLogin(world)).toStrictEqual({ query: '?redirectUrl=/x', signIn: 'lsp_waiting' })
  expect([takeLoginQuery(world), takeLoginQuery(world)]).toStrictEqual(['?redirectUrl=/x', ''])
  updateLogin(world, { signIn: null })
  expect(world.sessionStorage.keys()).toStrictEqual([])
})

test.each(['', 'x', '{"query":1}', '{"query":"?"}', 'null'])('a stored login of %j is ignored', (stored) => {
  const world = fakeWorld(asyncScheduler)
  world.sessionStorage.set(sessionStorageKeys.login, stored)
  expect(readLogin(world)).toStrictEqual({ query: '', signIn: null })
})

test('leaving removes what belongs to the user from both storages, and keeps the theme [A4.4]', () => {
  const world = fakeWorld(asyncScheduler, { kept: { 'jwt-token': 't', theme: 'light', 'log-view-settings': '{}' } })
  for (const key of Object.values(sessionStorageKeys)) world.sessionStorage.set(key, 'x')
  clearUserData(world)
  expect(world.localStorage.keys()).toStrictEqual(['theme'])
  expect(world.sessionStorage.keys()).toStrictEqual([])
})
