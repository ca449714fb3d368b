import * as v from 'valibot'

/** Keys of local storage. Other clients of the same origin read them, so their names are fixed. */
export const storageKeys = {
  token: 'jwt-token',
  organization: 'selected-org',
  theme: 'theme',
  referrer: 'referrer',
  referredFrom: 'referredFrom',
  referralCode: 'referralCode',
  logout: 'logout',
  /** Set while a user signs in to copy a template: the tab that a provider redirects back to is the only one. */
  clone: 'clone',
  singleKeys: 'single-keys',
  logViewSettings: 'log-view-settings',
  /** Followed by the user's id. Drafts stay when the user signs out; they hold no secrets. */
  deployDrafts: 'deploy-drafts-',
} as const

export const sessionStorageKeys = {
  communityFlow: 'communityFlow',
  communityOrgName: 'communityOrgName',
  invite: 'invite',
  /** A `StoredLogin`. */
  login: 'login',
} as const

/** What the login in this tab keeps across reloads and redirects. */
export const storedLogin = v.object({
  /** The query of the page where it began, with its question mark: it names the destination. */
  query: v.string(),
  /** The sign-in whose second factor is missing. */
  signIn: v.nullable(v.string()),
})

export type StoredLogin = v.InferOutput<typeof storedLogin>

/** Values of the stored referrer: a page that needed a session, or a public organisation that was visited. */
export const referrers = { page: 'true', community: 'community' } as const
