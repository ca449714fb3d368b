import { expect, test } from 'vitest'
import type { LoginProvider, User, Wallet, WEB3 } from '../../src/contract/wire/account.ts'
import { connectable, mayDisconnect } from '../../src/rules/login-connections.ts'
import { mayEditEmail } from '../../src/rules/profile-email.ts'
import { expiresAtOf, tokenExpiries } from '../../src/rules/token-expiry.ts'

const user = (
  signedInBy: Exclude<LoginProvider, Wallet> | typeof WEB3,
  others: LoginProvider[] = [],
  email: string | null = 'a@b.io',
) =>
  ({
    provider: { name: signedInBy },
    providerProfiles: [signedInBy === 'web3' ? 'metamask' : signedInBy, ...others].map((providerName) => ({
      providerName,
    })),
    platformProfile: { email },
  }) as unknown as User

test('only a user who signed up with a wallet and has no valid e-mail address can enter one [A4.13]', () => {
  expect(mayEditEmail(user('web3', [], null))).toBe(true)
  expect(mayEditEmail(user('web3', [], 'not an address'))).toBe(true)
  expect(mayEditEmail(user('web3'))).toBe(false)
  expect(mayEditEmail(user('web3', ['google'], 'opal+tag@gmail.com'))).toBe(false)
  expect(mayEditEmail(user('github', [], 'opal+tag@gmail.com'))).toBe(false)
  expect(mayEditEmail(user('github', [], null))).toBe(false)
})

test('offers logins that are not connected; a user who signed up with a wallet is offered only Google [A2.37]', () => {
  expect(connectable(user('github', ['google']))).toStrictEqual(['gitlab', 'bitbucket'])
  expect(connectable(user('google'))).toStrictEqual(['github', 'gitlab', 'bitbucket'])
  expect(connectable(user('web3'))).toStrictEqual(['google'])
  expect(connectable(user('web3', ['google']))).toStrictEqual([])
})

test('one of several logins can be disconnected, but never Google [A2.37, A4.17]', () => {
  expect(mayDisconnect(user('github'), 'github')).toBe(false)
  expect(mayDisconnect(user('github', ['google']), 'github')).toBe(true)
  expect(mayDisconnect(user('github', ['google']), 'google')).toBe(false)
})

test('a token expires after the chosen time, or never [A9.3]', () => {
  const nowMs = Date.UTC(2026, 0, 1)
  expect(expiresAtOf('1 Year', nowMs)).toBe('2027-01-01T00:00:00.000Z')
  expect(tokenExpiries.map(({ label }) => expiresAtOf(label, nowMs)?.slice(0, 10) ?? null)).toStrictEqual([
    '2026-01-02',
    '2026-01-08',
    '2026-01-31',
    '2026-03-02',
    '2026-04-01',
    '2026-06-30',
    '2027-01-01',
    null,
  ])
})
