import { slice } from '../core/slice.ts'
import { initialSession, type Session, type SessionEvent, tokenOf, transitions } from './transition.ts'

export const session = slice<Session, SessionEvent>(initialSession, transitions)

interface WithSession {
  session: Session
}

export const selectToken = (state: WithSession): string | null => tokenOf(state.session)

/** Whether storage was read, so that a missing token means signed out. */
export const selectIsSessionKnown = ({ session: { access } }: WithSession): boolean => access.kind !== 'unknown'

/** Why the last session ended, if it was ended elsewhere. */
export const selectEndedMessage = ({ session: { access } }: WithSession): string | null =>
  access.kind === 'signedOut' ? access.endedMessage : null

export const selectIsAtProvider = ({ session: { login } }: WithSession): boolean => login.kind === 'atProvider'

/** A login that waits for its second factor. */
export const selectPendingSignIn = ({ session: { login } }: WithSession): string | null =>
  login.kind === 'factorPending' ? login.signIn : null
