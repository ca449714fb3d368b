import type { Provider } from '../contract/wire/account.ts'

/** Another login for a person who is signed in. */
export type ConnectionMessage =
  | { type: 'ui/connectPressed'; provider: Provider }
  /** The page whose only work is to send the browser on to a provider. */
  | { type: 'ui/connectPageOpened'; provider: Provider }
  /** The tab that a provider sent back here: with a code for what it proved, or with what went wrong. */
  | { type: 'ui/connectionReturned'; provider: Provider | null; code: string | null; error: string | null }
  | { type: 'api/loginConnected'; provider: Provider }
  | { type: 'api/connectionFailed'; code: string }
  | { type: 'tab/loginConnected'; provider: Provider }
  | { type: 'tab/connectionFailed'; code: string }
