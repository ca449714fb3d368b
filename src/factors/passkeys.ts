import type { CallMessage } from '../contract/call-message.ts'
import { slice } from '../core/slice.ts'
import type { PasskeyErrorKind } from '../core/world.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { FactorMessage, PasskeyUse } from './factor-message.ts'

export interface PasskeyState {
  isBusy: boolean
  error: PasskeyErrorKind | null
}

export interface Passkeys {
  uses: Partial<Record<PasskeyUse, PasskeyState>>
  /** The number of completed step-ups; subscribers detect a new one by its growth. */
  stepUps: number
}

const idle: PasskeyState = { isBusy: false, error: null }

export const passkeys = slice<Passkeys, FactorMessage | CallMessage | SessionMessage>(
  { uses: {}, stepUps: 0 },
  {
    'ui/passkeyPressed': (draft, { use }) => {
      draft.uses[use] = { isBusy: true, error: null }
    },
    'ui/passkeyLeft': (draft, { use }) => {
      delete draft.uses[use]
    },
    'passkey/ended': (draft, { use, error }) => {
      draft.uses[use] = { isBusy: false, error }
    },
    'api/stepUp.succeeded': (draft) => {
      draft.stepUps += 1
    },
    ...resetOnUserChange<Passkeys>((draft) => {
      draft.uses = {}
    }),
  },
)

export const selectPasskeyUse =
  (use: PasskeyUse) =>
  ({ passkeys: { uses } }: { passkeys: Passkeys }): PasskeyState =>
    uses[use] ?? idle

export const selectStepUps = (state: { passkeys: Passkeys }): number => state.passkeys.stepUps
