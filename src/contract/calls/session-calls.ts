import * as v from 'valibot'
import { call } from '../call.ts'
import { done, text } from '../wire/common.ts'

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
}
