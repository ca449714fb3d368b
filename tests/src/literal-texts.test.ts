import * as v from 'valibot'
import { expect, test } from 'vitest'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { appTypes, loginProviders, themes } from '../../src/contract/wire/account.ts'
import { text } from '../../src/contract/wire/common.ts'
import { notification } from '../../src/contract/wire/notification.ts'
import { selectToken, session } from '../../src/session/session.ts'
import { sessionStorageKeys, storageKeys } from '../../src/session/storage-keys.ts'

test('the storage keys include those that other clients of the origin use [A3.12]', () => {
  expect(Object.values(storageKeys)).toEqual(
    expect.arrayContaining([
      'jwt-token',
      'selected-org',
      'theme',
      'referrer',
      'referredFrom',
      'referralCode',
      'logout',
    ]),
  )
  expect(Object.values(sessionStorageKeys)).toEqual(expect.arrayContaining(['communityFlow', 'communityOrgName']))
})

test('notification types, app types and themes are as specified, and so are the logins except lens [A3.13]', () => {
  expect(notification.entries.type.options).toEqual(['error', 'warning', 'success', 'info'])
  expect(appTypes).toEqual(['site', 'compute', 'storage'])
  expect(loginProviders).toEqual(['google', 'github', 'gitlab', 'bitbucket', 'metamask', 'phantom'])
  expect(themes).toEqual(['light', 'dark', 'default'])
})

test('the session takes its token from local storage [A4.1]', () => {
  const found = (token: string | null) => session.reduce(session.initial, { type: 'storage/tokenFound', token })
  expect(selectToken({ session: found('t') })).toBe('t')
  expect(selectToken({ session: found(null) })).toBeNull()
})

test('text has at most 400 characters by default [A5.13]', () => {
  expect(v.is(text(), 'x'.repeat(400))).toBe(true)
  expect(v.is(text(), 'x'.repeat(401))).toBe(false)
})

test('every error code has an error status and a message, and only two have the status 401 [A8.1, A8.27]', () => {
  for (const [code, { status, message }] of Object.entries(errorCodes)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(message, code).toMatch(/^[A-Z].*[^!]$/)
  }
  expect(
    Object.entries(errorCodes)
      .filter(([, { status }]) => status === 401)
      .map(([code]) => code),
  ).toEqual(['notSignedIn', 'sessionEnded'])
})
