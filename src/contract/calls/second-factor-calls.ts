import * as v from 'valibot'
import { call } from '../call.ts'
import { instant } from '../wire/common.ts'
import { factorMethods, factorProof, passkeyOptions, signedPasskey } from '../wire/factor.ts'

/** The pending sign-in that a login returned instead of a token. */
const signIn = v.pipe(v.string(), v.maxLength(200, 'Too long.'), v.regex(/^[\w-]+$/, 'Not a pending sign-in.'))

/** Sign-in with a passkey alone, and the second step of every other login. The caller is not signed in yet. */
export const secondFactorCalls = {
  startPasskeySignIn: call({
    method: 'POST',
    path: 'auth/passkey/options',
    access: 'public',
    response: v.object({ options: passkeyOptions }),
    invalidates: [],
    summary: 'What a passkey has to sign to log in. Valid once, for five minutes, in the browser that asked.',
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
    path: 'auth/second-factor/look',
    access: 'public',
    body: v.strictObject({ signIn }),
    response: v.object({ methods: factorMethods, expiresAt: instant }),
    reading: true,
    summary: 'How a pending sign-in can be completed, and until when.',
  }),
  startSecondFactor: call({
    method: 'POST',
    path: 'auth/second-factor/options',
    access: 'public',
    body: v.strictObject({ signIn }),
    response: v.object({ options: passkeyOptions }),
    invalidates: [],
    summary: 'What a passkey has to sign to complete a pending sign-in.',
  }),
  completeSignIn: call({
    method: 'POST',
    path: 'auth/second-factor',
    access: 'public',
    body: v.strictObject({ signIn, proof: factorProof }),
    response: v.object({ token: v.string() }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'Complete a pending sign-in with a second factor. The answer is an access token of a new session.',
  }),
}
