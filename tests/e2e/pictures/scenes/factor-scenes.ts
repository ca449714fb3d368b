import type { Page } from '@playwright/test'
import { failing, over, waiting } from '../actions.ts'
import type { Scene } from '../scene.ts'

const PAGE = '/user/settings/security'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const passkeys = [
  {
    _id: crypto.randomUUID(),
    name: 'Chrome on macOS',
    synced: true,
    createdAt: hoursAgo(900),
    lastUsedAt: hoursAgo(2),
  },
  { _id: crypto.randomUUID(), name: 'Blue security key', synced: false, createdAt: hoursAgo(40), lastUsedAt: null },
]
const recoveryCodes = [
  '2345-6789-ABCD',
  'EFGH-JKMN-PQRS',
  'TUVW-XYZ2-3456',
  '789A-BCDE-FGHJ',
  'KMNP-QRST-UVWX',
].flatMap((code) => [code, [...code].reverse().join('')])
const none = { passkeys: [], totp: null, recoveryCodes: null, needsFreshSignIn: false }
const some = {
  passkeys,
  totp: { createdAt: hoursAgo(700) },
  recoveryCodes: { left: 8, createdAt: hoursAgo(900) },
  needsFreshSignIn: false,
}

/** Responds as for a user with these factors. */
const having = (factors: object) => (page: Page) =>
  page.route('**/api/auth/factors', (route) => route.fulfill({ json: factors }))

const withNone = having(none)
const withSome = having(some)

const respondToPost = async (page: Page, path: string, json: object) => {
  await page.route(path, (route) => (route.request().method() === 'GET' ? route.continue() : route.fulfill({ json })))
}

const pressed = (name: string | RegExp, dialog: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog', { name: dialog }).waitFor()
}

/** A login that waits for its second factor, with every possible proof. */
const verifying = async (page: Page) => {
  await page.addInitScript(() =>
    sessionStorage.setItem('login', JSON.stringify({ query: '', signIn: 'lsp_made-up-for-a-picture' })),
  )
  await page.route('**/api/auth/second-factor/preview', (route) =>
    route.fulfill({
      json: { methods: { passkey: true, totp: true, recoveryCode: true }, expiresAt: hoursAgo(-0.1) },
    }),
  )
}

const renewed = async (page: Page) => {
  await respondToPost(page, '**/api/auth/recovery-codes', { recoveryCodes })
  await pressed('Renew codes', 'Renew recovery codes?')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Renew codes' }).click()
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor()
}

const stepUp = async (page: Page) => {
  await page.route('**/api/auth/recovery-codes', (route) =>
    route.fulfill({ status: 403, json: { error: 'stepUpNeeded', message: 'Confirm that it is you.' } }),
  )
  await pressed('Renew codes', 'Renew recovery codes?')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Renew codes' }).click()
  await page.getByRole('dialog', { name: 'Confirm your identity' }).waitFor()
}

const settingUp = async (page: Page) => {
  await respondToPost(page, '**/api/auth/totp', {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Longshore:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Longshore',
  })
  await pressed(/^Set up/, 'Set up an authenticator app')(page)
}

const shown = (page: Page) => page.getByRole('heading', { name: 'Passkeys' }).waitFor()
const few = { ...some, recoveryCodes: { left: 1, createdAt: hoursAgo(900) } }

export const factorScenes: Scene[] = [
  { name: 'login-verify', path: '/login/verify', isOutside: true, before: verifying },
  {
    name: 'login-verify-recovery-code',
    path: '/login/verify',
    isOutside: true,
    before: verifying,
    act: (page) => page.getByRole('button', { name: 'Use a recovery code' }).click(),
  },
  { name: 'user-security', path: PAGE, before: withSome, act: shown },
  { name: 'user-security-empty', path: PAGE, before: withNone, act: shown },
  { name: 'user-security-log-in-again', path: PAGE, before: having({ ...none, needsFreshSignIn: true }), act: shown },
  { name: 'user-security-few-codes', path: PAGE, before: having(few), act: shown },
  { name: 'user-security-loading', path: PAGE, act: waiting('**/api/auth/factors') },
  { name: 'user-security-failed', path: PAGE, act: failing('**/api/auth/factors') },
  over('confirm-it-is-you', PAGE, stepUp, withSome),
  over('set-up-authenticator-app', PAGE, settingUp, withNone),
  over('recovery-codes', PAGE, renewed, withSome),
  over('rename-passkey', PAGE, pressed(/^Rename/, 'Rename passkey'), withSome),
  over('remove-passkey', PAGE, pressed(/^Remove Chrome/, /^Remove Chrome/), withSome),
  over('renew-recovery-codes', PAGE, pressed('Renew codes', 'Renew recovery codes?'), withSome),
]
