import type { Provider } from '../contract/wire/account.ts'

/** Messages about connecting another login to the signed-in user. */
export type ConnectionMessage =
  | { type: 'ui/connectPressed'; provider: Provider }
  /** The page that redirects to a provider. */
  | { type: 'ui/connectPageOpened'; provider: Provider }
  /** The page that a provider redirects back to, with a code to redeem or an error. */
  | { type: 'ui/connectionReturned'; provider: Provider | null; code: string | null; error: string | null }
  | { type: 'api/loginConnected'; provider: Provider }
  | { type: 'api/connectionFailed'; code: string }
  | { type: 'tab/loginConnected'; provider: Provider }
  | { type: 'tab/connectionFailed'; code: string }
