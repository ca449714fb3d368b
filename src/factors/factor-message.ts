import type { PasskeyErrorKind } from '../core/world.ts'

/** What a passkey is used for: logging in alone, the second step of a login, confirming a dangerous action, or it is new. */
export type PasskeyUse = 'signIn' | 'secondFactor' | 'stepUp' | 'enrol'

export type FactorMessage =
  | { type: 'ui/passkeyPressed'; use: PasskeyUse }
  /** The page or dialog that asked for it is gone. */
  | { type: 'ui/passkeyLeft'; use: PasskeyUse }
  /** All of it is over; without a fault the answers of the calls say how it went. */
  | { type: 'passkey/ended'; use: PasskeyUse; error: PasskeyErrorKind | null }
  /** A dangerous call was refused until the user confirms that it is them. */
  | { type: 'api/stepUpNeeded' }
  | { type: 'ui/recoveryCodesSaved'; codes: readonly string[] }
