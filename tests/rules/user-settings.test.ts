import { expect, test } from 'vitest'
import type { LoginProvider, User, Wallet, WEB3 } from '../../src/contract/wire/account.ts'
import { connectable, mayDisconnect } from '../../src/rules/login-connections.ts'
import { mayEditEmail } from '../../src/rules/profile-email.ts'
import { expiresAtOf, tokenExpiries } from '../../src/rules/token-expiry.ts'

const person = (
  came: Exclude<LoginProvider, Wallet> | typeof WEB3,
  others: LoginProvider[] = [],
  email: string | null = 'a@b.io',
) =>
  ({
    provider: { name: came },
    providerProfiles: [came === 'web3' ? 'metamask' : came, ...others].map((providerName) => ({ providerName })),
    platformProfile: { email },
  }) as unknown as User

test('an e-mail address may be given by who came by a wallet and has none that is valid [A4.13]', () => {
  expect(mayEditEmail(person('web3', [], null))).toBe(true)
  expect(mayEditEmail(person('web3', [], 'not an address'))).toBe(true)
  expect(mayEditEmail(person('web3'))).toBe(false)
  expect(mayEditEmail(person('web3', ['google'], 'opal+tag@gmail.com'))).toBe(false)
  expect(mayEditEmail(person('github', [], 'opal+tag@gmail.com'))).toBe(false)
  expect(mayEditEmail(person('github', [], null))).toBe(false)
})

test('what is not connected yet is offered, and a wallet’s owner sees Google alone [A2.37]', () => {
  expect(connectable(person('github', ['google']))).toStrictEqual(['gitlab', 'bitbucket'])
  expect(connectable(person('web3'))).toStrictEqual(['google'])
  expect(connectable(person('web3', ['google']))).toStrictEqual([])
})

test('one of several logins goes, but never Google [A2.37, A4.17]', () => {
  expect(mayDisconnect(person('github'), 'github')).toBe(false)
  expect(mayDisconnect(person('github', ['google']), 'github')).toBe(true)
  expect(mayDisconnect(person('github', ['google']), 'google')).toBe(false)
})

test('a token lives as long as was chosen, or for ever [A9.3]', () => {
  const nowMs = Date.UTC(2026, 0, 1)
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
