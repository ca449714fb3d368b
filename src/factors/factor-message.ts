import type { PasskeyErrorKind } from '../core/world.ts'

/** The purpose of a passkey ceremony: passwordless sign-in, second factor, step-up, or enrolment. */
export type PasskeyUse = 'signIn' | 'secondFactor' | 'stepUp' | 'enrol'

export type FactorMessage =
  | { type: 'ui/passkeyPressed'; use: PasskeyUse }
  /** The page or dialog that started it was closed. */
  | { type: 'ui/passkeyLeft'; use: PasskeyUse }
  /** The ceremony ended; without an error, the responses of the calls have the outcome. */
  | { type: 'passkey/ended'; use: PasskeyUse; error: PasskeyErrorKind | null }
  /** A dangerous call was rejected until the user completes a step-up. */
  | { type: 'api/stepUpNeeded' }
  | { type: 'ui/recoveryCodesSaved'; codes: readonly string[] }
