import * as v from 'valibot'
import { call } from '../../call.ts'
import { loginProviders, providers } from '../../wire/account.ts'
import { done, text } from '../../wire/common.ts'
import { session } from '../../wire/session.ts'

/** The logins of an account and the sessions that they opened. */
export const loginConnectionCalls = {
  startLoginConnection: call({
    method: 'POST',
    path: 'auth/{provider}/login-connection/start',
    access: 'inSession',
    stepUp: true,
    params: v.strictObject({ provider: v.picklist(providers, 'Unknown login provider.') }),
    response: done,
    invalidates: [],
    summary:
      'Check whether the caller can connect another login. The browser then opens auth/{provider}/new-login-connection, which checks again.',
  }),
  connectLogin: call({
    method: 'POST',
    path: 'auth/{provider}/login-connection',
    access: 'inSession',
    params: v.strictObject({ provider: v.picklist(providers, 'Unknown login provider.') }),
    body: v.strictObject({ code: text(100) }),
    response: done,
    invalidates: [],
    summary:
      'Connect a login with the code of the connection callback page, once within a minute, in the session and browser that started it.',
  }),
  disconnectLogin: call({
    method: 'DELETE',
    path: 'auth/{provider}/login-connection',
    access: 'inSession',
    stepUp: true,
    params: v.strictObject({ provider: v.picklist(loginProviders, 'Unknown login provider.') }),
    /** Only for a wallet: its nonce and signature. */
    body: v.strictObject({
      nonce: v.optional(text(100)),
      signature: v.optional(text()),
    }),
    response: done,
    success: 'Login disconnected',
    invalidates: ['readProfile', 'readSessions', 'readSecurityLog'],
    summary:
      'Disconnect a login and end the sessions that it opened. The last login cannot be disconnected. A wallet must sign, unless the caller logged in within the last ten minutes with another login that has been connected for seven days.',
  }),
  readSessions: call({
    method: 'GET',
    path: 'auth/sessions',
    access: 'inSession',
    response: v.object({ sessions: v.array(session) }),
    summary: 'List the sessions of the caller, most recently used first.',
  }),
  endSession: call({
    method: 'DELETE',
    path: 'auth/sessions/{id}',
    access: 'inSession',
    params: v.strictObject({ id: v.pipe(v.string(), v.uuid('Not a valid id.')) }),
    response: done,
    success: 'Logged out of the session',
    invalidates: ['readSessions', 'readSecurityLog'],
    summary: 'End a session of the caller.',
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: 'auth/sessions',
    access: 'inSession',
    response: v.object({ ended: v.number() }),
    success: 'Logged out of all other sessions',
    invalidates: ['readSessions', 'readSecurityLog'],
    summary: 'End all other sessions of the caller.',
  }),
}
