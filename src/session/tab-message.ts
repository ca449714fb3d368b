import * as v from 'valibot'
import { providers, themes } from '../contract/wire/account.ts'
import { unreadNotifications } from '../contract/wire/notification.ts'
import { logViewSettings } from '../logs/log-message.ts'

/** The channel on which the page that a git provider redirects back to posts `authorized-{provider}`. */
export const PROVIDER_APP_CHANNEL = 'provider-app-auth'

export const TABS_CHANNEL = 'longshore-tabs'

/** Messages between the tabs of a browser. Codes of failures are the ones that the callback page was given. */
export const tabMessage = v.variant('kind', [
  v.object({ kind: v.picklist(['login_successful', 'signedup']), token: v.string() }),
  v.object({ kind: v.literal('signInFailed'), code: v.string() }),
  v.object({ kind: v.literal('secondFactorNeeded'), signIn: v.string() }),
  v.object({ kind: v.literal('tokenRenewed'), token: v.string() }),
  /** `message` is set when the session was ended elsewhere. */
  v.object({ kind: v.literal('signedOut'), message: v.exactOptional(v.string()) }),
  v.object({ kind: v.literal('loginConnected'), provider: v.picklist(providers) }),
  v.object({ kind: v.literal('connectionFailed'), code: v.string() }),
  v.object({ kind: v.literal('notificationsRead'), id: v.nullable(v.string()), ...unreadNotifications.entries }),
  v.object({ kind: v.literal('themeChosen'), theme: v.picklist(themes) }),
  v.object({ kind: v.literal('organizationSelected'), id: v.string() }),
  v.object({ kind: v.literal('logViewSettingsChanged'), settings: logViewSettings }),
])

export type TabMessage = v.InferOutput<typeof tabMessage>
