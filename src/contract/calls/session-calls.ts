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
      'Exchange the code of the callback page for an access token, once within a minute, in the browser that started the login.',
  }),
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
    summary: 'Renew the access token and the refresh secret of a session.',
  }),
  signOut: call({
    method: 'POST',
    path: 'auth/logout',
    access: 'public',
    response: done,
    invalidates: [],
    summary: 'End the session of the token or cookie.',
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
}
