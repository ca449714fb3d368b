import type { CallMessage } from '../contract/call-message.ts'
import type { Failure } from '../core/failure.ts'
import type { MessageOf } from '../core/message.ts'
import { isPendingSignIn } from '../rules/pending-sign-in.ts'
import { sessionOfToken } from '../rules/token-claims.ts'
import type { SessionMessage } from './session-message.ts'

/** The session. Only two of its states hold a token, and each holds one. */
export type Access =
  /** Before storage was read; nobody is redirected yet. */
  | { kind: 'unknown' }
  /** `endedMessage` is set when the session was ended elsewhere. */
  | { kind: 'signedOut'; endedMessage: string | null }
  | { kind: 'signedIn'; token: string }
  /** The token expires soon or was rejected. The session may still be good. */
  | { kind: 'renewing'; token: string }

/** The login in progress in this tab. */
export type Login =
  | { kind: 'none' }
  /** The provider's page is open in another tab. */
  | { kind: 'atProvider' }
  /** A provider sent this tab back with a code, which is exchanged for a token. */
  | { kind: 'exchanging' }
  /** The second factor is missing; `signIn` is not a token. */
  | { kind: 'factorPending'; signIn: string }

/** Two regions: a signed-in user stays signed in while another login is in progress, until that one succeeds. */
export interface Session {
  readonly access: Access
  readonly login: Login
}

export const initialSession: Session = { access: { kind: 'unknown' }, login: { kind: 'none' } }

export const tokenOf = ({ access }: Session): string | null =>
  access.kind === 'signedIn' || access.kind === 'renewing' ? access.token : null

const none: Login = { kind: 'none' }
const signedOut = (endedMessage: string | null): Session => ({
  access: { kind: 'signedOut', endedMessage },
  login: none,
})
const withoutLogin = (session: Session, kind: Login['kind']): Session =>
  session.login.kind === kind ? { ...session, login: none } : session

/** The message of the last session belongs to the page before the next login. */
const withoutMessage = (access: Access): Access =>
  access.kind === 'signedOut' ? { kind: 'signedOut', endedMessage: null } : access

const startRenewal = (session: Session, rejectedToken: string | null): Session => {
  const { access } = session
  if (access.kind !== 'signedIn' || (rejectedToken !== null && rejectedToken !== access.token)) return session
  return { ...session, access: { kind: 'renewing', token: access.token } }
}

/** Takes a token of the same session only: the user may have left, or changed, since it was requested. */
const renew = (session: Session, token: string): Session => {
  const before = tokenOf(session)
  if (before === null || sessionOfToken(before) !== sessionOfToken(token)) return session
  return { ...session, access: { kind: 'signedIn', token } }
}

const failFactor = (session: Session, { failure }: { failure: Failure }): Session =>
  failure.kind === 'apiError' && failure.code === 'signInOver' ? withoutLogin(session, 'factorPending') : session

type AnyMessage = SessionMessage | CallMessage

/** Checks each entry against the message that it is named for. */
const tableOf = <T extends AnyMessage['type']>(
  table: {
    readonly [K in T]: (session: Session, event: MessageOf<AnyMessage, K>) => Session
  },
) => table

/**
 * | event | access | login |
 * |---|---|---|
 * | `storage/tokenFound` | signedIn, signedOut without a token | |
 * | `ui/signInPressed` | | atProvider |
 * | `ui/callbackOpened` with a code | | exchanging |
 * | `api/signedIn` with a token | signedIn | none |
 * | `api/signedIn` without the second factor | signedOut loses its message | factorPending |
 * | `api/signInFailed` | | exchanging → none |
 * | `tab/signedIn` | signedIn | factorPending → none |
 * | `timer/signInWaited` | | atProvider → none |
 * | `tab/secondFactorNeeded`, `storage/signInFound` | | factorPending |
 * | `ui/secondFactorLeft`, a call that fails with `signInOver` | | factorPending → none |
 * | `timer/tokenDue`, a rejection of this token | signedIn → renewing | |
 * | a renewed token of this session | signedIn | |
 * | `api/renewToken.failed` | renewing → signedIn; `api/sessionEnded` follows a 401 | |
 * | `ui/signOutPressed`, `tab/signedOut`, `api/sessionEnded` | signedOut | none |
 */
export const transitions = tableOf({
  'storage/tokenFound': (session, { token }) =>
    token === null
      ? { ...session, access: signedOut(null).access }
      : { ...session, access: { kind: 'signedIn', token } },
  'ui/signInPressed': (session) => ({ ...session, login: { kind: 'atProvider' } }),
  'ui/callbackOpened': (session, { code }) => (code === null ? session : { ...session, login: { kind: 'exchanging' } }),
  'api/signedIn': ({ access }, { token }) =>
    isPendingSignIn(token)
      ? { access: withoutMessage(access), login: { kind: 'factorPending', signIn: token } }
      : { access: { kind: 'signedIn', token }, login: none },
  'api/signInFailed': (session) => withoutLogin(session, 'exchanging'),
  'tab/signedIn': (session, { token }) => ({
    ...withoutLogin(session, 'factorPending'),
    access: { kind: 'signedIn', token },
  }),
  'timer/signInWaited': (session) => withoutLogin(session, 'atProvider'),
  'tab/secondFactorNeeded': (session, { signIn }) => ({ ...session, login: { kind: 'factorPending', signIn } }),
  'storage/signInFound': (session, { signIn }) => ({ ...session, login: { kind: 'factorPending', signIn } }),
  'ui/secondFactorLeft': (session) => withoutLogin(session, 'factorPending'),
  'api/readSignIn.failed': failFactor,
  'api/startSecondFactor.failed': failFactor,
  'api/completeSignIn.failed': failFactor,
  'timer/tokenDue': (session) => startRenewal(session, null),
  'api/tokenRejected': (session, { token }) => startRenewal(session, token),
  'socket/sessionRejected': (session, { token }) => startRenewal(session, token),
  'tab/tokenRenewed': (session, { token }) => renew(session, token),
  'api/renewToken.succeeded': (session, { response }) => renew(session, response.token),
  'api/renewToken.failed': (session) =>
    session.access.kind === 'renewing'
      ? { ...session, access: { kind: 'signedIn', token: session.access.token } }
      : session,
  'ui/signOutPressed': () => signedOut(null),
  'tab/signedOut': (_, { message }) => signedOut(message ?? null),
  'api/sessionEnded': (_, { message }) => signedOut(message),
})

export type SessionEvent = MessageOf<AnyMessage, keyof typeof transitions>

/** The session after an event; the same object when the event does not concern it. */
export const transition = (session: Session, event: SessionEvent): Session =>
  // The table gives each event type its own handler, which an index by a union loses.
  transitions[event.type](session, event as never)
