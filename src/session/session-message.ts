import type { Provider } from '../contract/wire/account.ts'

export type SessionMessage =
  | { type: 'ui/signInPressed'; provider: Provider; intent: 'login' | 'signup' }
  | { type: 'ui/signOutPressed' }
  /** A page that needs a session was opened without one. */
  | { type: 'ui/lockedPageOpened' }
  /** The page whose only work is to send the browser on to a provider. */
  | { type: 'ui/providerPageOpened'; provider: Provider; intent: 'login' | 'signup' }
  /** The tab that a provider sent back here says how it went. */
  | { type: 'ui/callbackOpened'; provider: string; token: string | null; error: string | null }
  /** What this browser kept from before, or another tab wrote. */
  | { type: 'storage/tokenFound'; token: string | null }
  | { type: 'tab/signedIn'; token: string }
  | { type: 'tab/signInFailed'; code: string }
  | { type: 'tab/signedOut' }
  /** Another tab renewed the token of this session. */
  | { type: 'tab/tokenRenewed'; token: string }
  /** The token runs out soon, or has already. */
  | { type: 'timer/tokenDue' }
  /** A call was refused with this token, which may only have run out. */
  | { type: 'api/tokenRefused'; token: string }
  /** The server does not know the session any more. */
  | { type: 'api/sessionEnded' }
  | { type: 'timer/signInWaited' }
