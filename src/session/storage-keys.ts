import * as v from 'valibot'
import { themes } from '../contract/wire/account.ts'
import { logLook } from '../logs/log-message.ts'

/** What this browser keeps, by its literal names; other clients of the same origin read them too. */
export const storageKeys = {
  token: 'jwt-token',
  organization: 'selected-org',
  theme: 'theme',
  referrer: 'referrer',
  referredFrom: 'referredFrom',
  referralCode: 'referralCode',
  logout: 'logout',
  singleKeys: 'single-keys',
  logLook: 'log-look',
} as const

export const sessionStorageKeys = {
  communityFlow: 'communityFlow',
  communityOrgName: 'communityOrgName',
  deployDrafts: 'deploy-drafts',
} as const

/** The channel on which tabs tell each other of sign-in, sign-out, theme, organisation and the look of logs. */
export const TABS_CHANNEL = 'longshore-tabs'

/** What tabs say to each other. The codes of failure are the ones that the callback page was given. */
export const tabSaid = v.variant('kind', [
  v.object({ kind: v.picklist(['login_successful', 'signedup']), token: v.string() }),
  v.object({ kind: v.literal('signInFailed'), code: v.string() }),
  v.object({ kind: v.literal('tokenRenewed'), token: v.string() }),
  v.object({ kind: v.literal('signedOut') }),
  v.object({ kind: v.literal('themeChosen'), theme: v.picklist(themes) }),
  v.object({ kind: v.literal('organizationSelected'), id: v.string() }),
  v.object({ kind: v.literal('logLookChosen'), look: logLook }),
])

export type TabSaid = v.InferOutput<typeof tabSaid>
