import * as v from 'valibot'
import { providers, themes } from '../contract/wire/account.ts'
import { unreadNotifications } from '../contract/wire/notification.ts'
import { logViewSettings } from '../logs/log-message.ts'

/** What this browser keeps, by its literal names; other clients of the same origin read them too. */
export const storageKeys = {
  token: 'jwt-token',
  organization: 'selected-org',
  theme: 'theme',
  referrer: 'referrer',
  referredFrom: 'referredFrom',
  referralCode: 'referralCode',
  logout: 'logout',
  /** Somebody signs in to copy a template: the page that a provider comes back to goes on by itself. */
  clone: 'clone',
  singleKeys: 'single-keys',
  logViewSettings: 'log-view-settings',
} as const

export const sessionStorageKeys = {
  communityFlow: 'communityFlow',
  communityOrgName: 'communityOrgName',
  deployDrafts: 'deploy-drafts',
  invite: 'invite',
  /** What the address of the page before signing in asked for. */
  signInQuery: 'sign-in-query',
  /** A login in this tab that lacks its second factor. */
  pendingSignIn: 'pending-sign-in',
} as const

/** Whom the stored referrer is: a page that needed a session, or a public organisation that was looked at. */
export const referrers = { page: 'true', community: 'community' } as const

/** The channel on which the page that a git provider came back to says `authorized-{provider}`. */
export const PROVIDER_APP_CHANNEL = 'provider-app-auth'

/** The channel on which tabs tell each other of sign-in, sign-out, theme, organisation and the look of logs. */
export const TABS_CHANNEL = 'longshore-tabs'

/** What tabs say to each other. The codes of failure are the ones that the callback page was given. */
export const tabMessage = v.variant('kind', [
  v.object({ kind: v.picklist(['login_successful', 'signedup']), token: v.string() }),
  v.object({ kind: v.literal('signInFailed'), code: v.string() }),
  v.object({ kind: v.literal('secondFactorNeeded'), signIn: v.string() }),
  v.object({ kind: v.literal('tokenRenewed'), token: v.string() }),
  /** `words` where the session was ended elsewhere. */
  v.object({ kind: v.literal('signedOut'), message: v.exactOptional(v.string()) }),
  v.object({ kind: v.literal('loginConnected'), provider: v.picklist(providers) }),
  v.object({ kind: v.literal('connectionFailed'), code: v.string() }),
  v.object({ kind: v.literal('notificationsRead'), id: v.nullable(v.string()), ...unreadNotifications.entries }),
  v.object({ kind: v.literal('themeChosen'), theme: v.picklist(themes) }),
  v.object({ kind: v.literal('organizationSelected'), id: v.string() }),
  v.object({ kind: v.literal('logViewSettingsChanged'), settings: logViewSettings }),
])

export type TabMessage = v.InferOutput<typeof tabMessage>
