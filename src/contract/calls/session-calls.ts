import * as v from 'valibot'
import { call } from '../call.ts'
import { loginProviders, providers } from '../wire/account.ts'
import { done, text } from '../wire/common.ts'
import { session } from '../wire/session.ts'

export const sessionCalls = {
  exchangeSignInCode: call({
    method: 'POST',
    path: 'auth/code',
    access: 'public',
    /** The code in the URL of the callback page. */
    body: v.strictObject({ code: text(100) }),
    response: v.object({
      token: v.string(),
      /** Whether this sign-in created the account. */
      isNew: v.boolean(),
    }),
    oneTimeResponse: true,
    invalidates: [],
    summary:
      'The access token for a code of the callback page: once, within a minute, in the browser that began to sign in.',
  }),
  startLoginConnection: call({
    method: 'POST',
    path: 'auth/{provider}/login-connection/start',
    access: 'inSession',
    stepUp: true,
    params: v.strictObject({ provider: v.picklist(providers, 'This way of signing in is not known.') }),
    response: done,
    invalidates: [],
    summary:
      'Confirm that the caller may connect another login. The browser then leaves by auth/{provider}/new-login-connection, which checks the same.',
  }),
  connectLogin: call({
    method: 'POST',
    path: 'auth/{provider}/login-connection',
    access: 'inSession',
    params: v.strictObject({ provider: v.picklist(providers, 'This way of signing in is not known.') }),
    body: v.strictObject({ code: text(100) }),
    response: done,
    invalidates: [],
    summary:
      'Connect the login that a provider has proved, for a code of the connection callback page: once, within a minute, in the session and the browser that left for the provider.',
  }),
  renewToken: call({
    method: 'POST',
    path: 'auth/renew',
    access: 'public',
    body: v.strictObject({
      /** The session whose token expired; a different session is never resumed instead. */
      session: v.optional(text(100)),
      /** The secret of a command line; a browser has a cookie. */
      secret: v.optional(text(200)),
    }),
    response: v.object({
      token: v.string(),
      /** The new secret of a command line, which replaces the one that it sent. A browser gets a new cookie. */
      secret: v.optional(v.string()),
    }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'A new access token, and a new secret, for a session that goes on.',
  }),
  signOut: call({
    method: 'POST',
    path: 'auth/logout',
    access: 'public',
    response: done,
    invalidates: [],
    summary: 'End the session that the token, or the cookie, belongs to.',
  }),
  readSessions: call({
    method: 'GET',
    path: 'auth/sessions',
    access: 'inSession',
    response: v.object({ sessions: v.array(session) }),
    summary: 'Where the caller is signed in, the last seen first.',
  }),
  endSession: call({
    method: 'DELETE',
    path: 'auth/sessions/{id}',
    access: 'inSession',
    params: v.strictObject({ id: v.pipe(v.string(), v.uuid('Not a valid id.')) }),
    response: done,
    success: 'Signed out there',
    invalidates: ['readSessions', 'readSecurityLog'],
    summary: 'End one session of the caller.',
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: 'auth/sessions',
    access: 'inSession',
    response: v.object({ ended: v.number() }),
    success: 'Signed out everywhere else',
    invalidates: ['readSessions', 'readSecurityLog'],
    summary: 'End every session of the caller but this one.',
  }),
  disconnectLogin: call({
    method: 'DELETE',
    path: 'auth/{provider}/login-connection',
    access: 'inSession',
    stepUp: true,
    params: v.strictObject({ provider: v.picklist(loginProviders, 'This way of signing in is not known.') }),
    /** Only for a wallet: its nonce and signature. */
    body: v.strictObject({
      nonce: v.optional(text(100)),
      signature: v.optional(text()),
    }),
    response: done,
    success: 'Login disconnected',
    invalidates: ['readProfile', 'readSessions', 'readSecurityLog'],
    summary:
      'Disconnect a login; sessions that it opened end. The last one stays. A wallet signs for it, unless the caller came in within the last ten minutes by another login that has been connected for seven days.',
  }),
}
