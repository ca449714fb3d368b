import type { CallMessage } from '../contract/call-message.ts'
import type { Failure } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import { isPendingSignIn } from '../rules/pending-sign-in.ts'
import { sessionOfToken } from '../rules/token-claims.ts'
import type { SessionMessage } from './session-message.ts'

export interface Session {
  /** Signed in means that there is one. */
  token: string | null
  /** Storage has been looked at: before, nobody is sent anywhere. */
  known: boolean
  /** A person is with a provider, in another tab. */
  signingIn: boolean
  /** A login that lacks its second factor. Nobody is signed in by it. */
  pending: string | null
  /** Why the last session ended, where it was ended elsewhere; until the next one begins. */
  ended: string | null
  /** The channel's code of why signing in failed. */
  error: string | null
}

const signedOut: Session = { token: null, known: true, signingIn: false, pending: null, ended: null, error: null }

/** Only the session that goes on: who has left meanwhile stays out. */
const renew = (draft: Session, token: string): undefined => {
  if (draft.token !== null && sessionOfToken(draft.token) === sessionOfToken(token)) draft.token = token
}

/** A pending sign-in that the server does not know any more leads back to logging in. */
const dropWhenOver = (draft: Session, { failure }: { failure: Failure }): undefined => {
  if (failure.kind === 'apiError' && failure.code === 'signInOver') draft.pending = null
}

export const session = slice<Session, SessionMessage | CallMessage>(
  { ...signedOut, known: false },
  {
    'storage/tokenFound': (draft, { token }) => {
      draft.token = token
      draft.known = true
    },
    'ui/signInPressed': (draft) => {
      draft.signingIn = true
      draft.error = null
    },
    'ui/callbackOpened': (draft, { error }) => {
      draft.error = error
    },
    'api/signedIn': (draft, { token }) => {
      if (isPendingSignIn(token)) draft.pending = token
      else draft.token = token
      draft.ended = null
      draft.error = null
    },
    'api/signInFailed': (draft, { code }) => {
      draft.error = code
    },
    'tab/signedIn': (draft, { token }) => {
      draft.token = token
      draft.pending = null
      draft.ended = null
      draft.error = null
    },
    'tab/tokenRenewed': (draft, { token }) => renew(draft, token),
    'api/renewToken.succeeded': (draft, { response }) => renew(draft, response.token),
    'tab/signInFailed': (draft, { code }) => {
      draft.error = code
    },
    'tab/secondFactorNeeded': (draft, { signIn }) => {
      draft.pending = signIn
    },
    'storage/signInFound': (draft, { signIn }) => {
      draft.pending = signIn
    },
    'ui/secondFactorLeft': (draft) => {
      draft.pending = null
    },
    'api/readSignIn.failed': dropWhenOver,
    'api/startSecondFactor.failed': dropWhenOver,
    'api/completeSignIn.failed': dropWhenOver,
    'timer/signInWaited': (draft) => {
      draft.signingIn = false
    },
    'ui/signOutPressed': () => signedOut,
    'tab/signedOut': (_, { message }) => ({ ...signedOut, ended: message ?? null }),
    'api/sessionEnded': (_, { message }) => ({ ...signedOut, ended: message }),
  },
)

export const selectToken = (state: { session: Session }): string | null => state.session.token
export const selectSession = (state: { session: Session }): Session => state.session
