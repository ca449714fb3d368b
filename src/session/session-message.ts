import type { Draft } from 'immer'
import type { Provider } from '../contract/wire/account.ts'

/** Whether somebody says that they have an account, or wants one. */
export type Intent = 'login' | 'signup'

export type SessionMessage =
  | { type: 'ui/signInPressed'; provider: Provider; intent: Intent; forAgent: boolean }
  /** With `comesBack`, logging in again leads back to the page that the user is on. */
  | { type: 'ui/signOutPressed'; returnAfterSignIn?: true }
  /** A page that needs a session was opened without one. */
  | { type: 'ui/lockedPageOpened' }
  /** The page whose only work is to send the browser on to a provider. */
  | { type: 'ui/providerPageOpened'; provider: Provider; intent: Intent; forAgent: boolean }
  /** The page that sends the browser on to a git provider, to let this product read repositories there. */
  | { type: 'ui/providerAuthorizationOpened'; provider: Provider; id: string }
  /** The page that such a provider sends the browser back to. */
  | { type: 'ui/providerAuthorized'; provider: Provider }
  /** The page that decides where somebody goes who has signed in. */
  | { type: 'ui/postLoginOpened' }
  /** The page that leads on to the agent product. */
  | { type: 'ui/agentDashboardOpened' }
  /** The tab that a provider sent back here: with a code for an access token, or with what went wrong. */
  | { type: 'ui/callbackOpened'; provider: string; code: string | null; error: string | null }
  /** The code was exchanged: from here on its user is signed in. */
  | { type: 'api/signedIn'; token: string; isNew: boolean }
  | { type: 'api/signInFailed'; code: string }
  /** What this browser kept from before, or another tab wrote. */
  | { type: 'storage/tokenFound'; token: string | null }
  | { type: 'tab/signedIn'; token: string }
  | { type: 'tab/signInFailed'; code: string }
  /** `words` where the session was ended elsewhere. */
  | { type: 'tab/signedOut'; message?: string }
  /** Another tab renewed the token of this session. */
  | { type: 'tab/tokenRenewed'; token: string }
  /** The token runs out soon, or has already. */
  | { type: 'timer/tokenDue' }
  /** A call was refused with this token, which may only have run out. */
  | { type: 'api/tokenRejected'; token: string }
  /** The server does not know the session any more. */
  | { type: 'api/sessionEnded'; message: string }
  | { type: 'timer/signInWaited' }
  /** The page of the second step was opened, perhaps anew. */
  | { type: 'ui/secondFactorOpened' }
  /** The user logs in another way instead. */
  | { type: 'ui/secondFactorLeft' }
  | { type: 'storage/signInFound'; signIn: string }
  /** A login in another tab needs its second factor. */
  | { type: 'tab/secondFactorNeeded'; signIn: string }

/** From here on somebody else is signed in, or nobody: what belonged to the person before is gone at once. */
export const userChanges = [
  'ui/signOutPressed',
  'tab/signedOut',
  'tab/signedIn',
  'api/signedIn',
  'api/sessionEnded',
] as const

type UserChange = (typeof userChanges)[number]

type Forgetting<S> = Record<UserChange, (draft: Draft<S>) => S | undefined>

/** The handlers of a slice whose state belongs to the person who is signed in. */
export const resetOnUserChange = <S>(forget: (draft: Draft<S>) => S | undefined): Forgetting<S> => ({
  'ui/signOutPressed': forget,
  'tab/signedOut': forget,
  'tab/signedIn': forget,
  'api/signedIn': forget,
  'api/sessionEnded': forget,
})
