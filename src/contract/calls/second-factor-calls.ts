import * as v from 'valibot'
import { call } from '../call.ts'
import { instant } from '../wire/common.ts'
import { factorMethods, factorProof, passkeyOptions, signedPasskey } from '../wire/factor.ts'

/** The pending sign-in that a login returned instead of a token. */
const signIn = v.pipe(v.string(), v.maxLength(200, 'Too long.'), v.regex(/^[\w-]+$/, 'Not a valid pending login.'))

/** Sign-in with a passkey alone, and the second step of every other login. The caller is not signed in yet. */
export const secondFactorCalls = {
  startPasskeySignIn: call({
    method: 'POST',
    path: 'auth/passkey/options',
    access: 'public',
    response: v.object({ options: passkeyOptions }),
    invalidates: [],
    summary: 'Get a passkey challenge for logging in, valid once within five minutes in the same browser.',
  }),
  signInWithPasskey: call({
    method: 'POST',
    path: 'auth/passkey',
    access: 'public',
    body: v.strictObject({ passkey: signedPasskey }),
    response: v.object({ token: v.string() }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'Log in with a passkey that verified its user.',
  }),
  readSignIn: call({
    method: 'POST',
    path: 'auth/second-factor/preview',
    access: 'public',
    body: v.strictObject({ signIn }),
    response: v.object({ methods: factorMethods, expiresAt: instant }),
    isReadOnly: true,
    summary: 'List the ways to complete a pending login, and its expiry.',
  }),
  startSecondFactor: call({
    method: 'POST',
    path: 'auth/second-factor/options',
    access: 'public',
    body: v.strictObject({ signIn }),
    response: v.object({ options: passkeyOptions }),
    invalidates: [],
    summary: 'Get the passkey challenge that completes a pending login.',
  }),
  completeSignIn: call({
    method: 'POST',
    path: 'auth/second-factor',
    access: 'public',
    body: v.strictObject({ signIn, proof: factorProof }),
    response: v.object({ token: v.string() }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'Complete a pending login with a second factor. Returns the access token of a new session.',
  }),
}
