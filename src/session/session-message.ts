import type { Draft } from 'immer'
import type { Provider } from '../contract/wire/account.ts'

/** Whether the user has an account or wants one. */
export type Intent = 'login' | 'signup'

export type SessionMessage =
  | { type: 'ui/signInPressed'; provider: Provider; intent: Intent; forAgent: boolean }
  /** `returnAfterSignIn` makes the next login lead back to the current page. */
  | { type: 'ui/signOutPressed'; returnAfterSignIn?: true }
  /** A page that needs a session was opened without one. */
  | { type: 'ui/lockedPageOpened' }
  /** The page that redirects to a provider's login. */
  | { type: 'ui/providerPageOpened'; provider: Provider; intent: Intent; forAgent: boolean }
  /** The page that redirects to a git provider, where the user grants access to repositories. */
  | { type: 'ui/providerAuthorizationOpened'; provider: Provider; id: string }
  /** The page that the git provider redirects back to. */
  | { type: 'ui/providerAuthorized'; provider: Provider }
  /** The page that decides where a signed-in user goes. */
  | { type: 'ui/postLoginOpened' }
  /** The page that redirects to the agent product. */
  | { type: 'ui/agentDashboardOpened' }
  /** The page that a provider redirects back to, with a code to exchange or an error. */
  | { type: 'ui/callbackOpened'; provider: string; code: string | null; error: string | null }
  /** The code was exchanged. `token` is a pending sign-in where the second factor is missing. */
  | { type: 'api/signedIn'; token: string; isNew: boolean }
  | { type: 'api/signInFailed'; code: string }
  | { type: 'storage/tokenFound'; token: string | null }
  | { type: 'tab/signedIn'; token: string }
  | { type: 'tab/signInFailed'; code: string }
  /** `message` is set when the session was ended elsewhere. */
  | { type: 'tab/signedOut'; message?: string }
  /** Another tab renewed the token of this session. */
  | { type: 'tab/tokenRenewed'; token: string }
  /** The token expires soon, or has expired. */
  | { type: 'timer/tokenDue' }
  /** A call with this token was rejected; the token may only have expired. */
  | { type: 'api/tokenRejected'; token: string }
  /** The live server rejected a connection with this token. */
  | { type: 'socket/sessionRejected'; token: string }
  /** The server no longer knows the session. */
  | { type: 'api/sessionEnded'; message: string }
  | { type: 'timer/signInWaited' }
  /** The page of the second factor was opened or reloaded. */
  | { type: 'ui/secondFactorOpened' }
  /** The user logs in another way instead. */
  | { type: 'ui/secondFactorLeft' }
  | { type: 'storage/signInFound'; signIn: string }
  /** A login in another tab needs its second factor. */
  | { type: 'tab/secondFactorNeeded'; signIn: string }

/** After these, another user or nobody is signed in: state of the previous user must be dropped. */
export const userChanges = [
  'ui/signOutPressed',
  'tab/signedOut',
  'tab/signedIn',
  'api/signedIn',
  'api/sessionEnded',
] as const

type UserChange = (typeof userChanges)[number]

/** Handlers for a slice whose state belongs to the signed-in user. */
export const resetOnUserChange = <S>(
  reset: (draft: Draft<S>) => S | undefined,
): Record<UserChange, (draft: Draft<S>) => S | undefined> => ({
  'ui/signOutPressed': reset,
  'tab/signedOut': reset,
  'tab/signedIn': reset,
  'api/signedIn': reset,
  'api/sessionEnded': reset,
})
