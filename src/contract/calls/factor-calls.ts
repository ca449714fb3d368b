import * as v from 'valibot'
import { call } from '../call.ts'
import { done, filledText, instant } from '../wire/common.ts'
import {
  createdPasskey,
  factorMethods,
  factorProof,
  factors,
  newRecoveryCodes,
  passkey,
  passkeyOptions,
  totpCode,
} from '../wire/factor.ts'

const byId = v.strictObject({ id: v.pipe(v.string(), v.uuid('Not a valid id.')) })
/** Null if the user already has codes. */
const firstCodes = v.nullable(newRecoveryCodes)

/** A user's own second factors, and the step-up that dangerous calls require. */
export const factorCalls = {
  readFactors: call({
    method: 'GET',
    path: 'auth/factors',
    access: 'inSession',
    response: factors,
    summary: 'List the passkeys, the authenticator app and the recovery codes of the caller.',
  }),
  startPasskey: call({
    method: 'POST',
    path: 'auth/passkeys/options',
    access: 'inSession',
    stepUp: true,
    response: v.object({ options: passkeyOptions }),
    summary: 'Start adding a passkey. Returns the options for the browser, valid once within five minutes.',
  }),
  addPasskey: call({
    method: 'POST',
    path: 'auth/passkeys',
    access: 'inSession',
    stepUp: true,
    body: v.strictObject({ passkey: createdPasskey }),
    response: v.object({ passkey, recoveryCodes: firstCodes }),
    oneTimeResponse: true,
    failure: 'The passkey was not added',
    summary: 'Add a passkey. With the first factor, recovery codes are returned once.',
  }),
  renamePasskey: call({
    method: 'PATCH',
    path: 'auth/passkeys/{id}',
    access: 'inSession',
    params: byId,
    body: v.strictObject({ name: filledText(60) }),
    response: done,
    success: 'Passkey renamed',
    summary: 'Rename a passkey.',
  }),
  removePasskey: call({
    method: 'DELETE',
    path: 'auth/passkeys/{id}',
    access: 'inSession',
    stepUp: true,
    params: byId,
    response: done,
    summary: 'Remove a passkey and end the sessions that it opened, except the current one.',
  }),
  startTotp: call({
    method: 'POST',
    path: 'auth/totp',
    access: 'inSession',
    stepUp: true,
    response: v.object({ secret: v.string(), uri: v.string() }),
    oneTimeResponse: true,
    summary: 'Start setting up an authenticator app. Returns its secret, in base32 and as an otpauth URL.',
  }),
  confirmTotp: call({
    method: 'POST',
    path: 'auth/totp/confirm',
    access: 'inSession',
    stepUp: true,
    body: v.strictObject({ code: totpCode }),
    response: v.object({ recoveryCodes: firstCodes }),
    oneTimeResponse: true,
    summary: 'Finish setting up the authenticator app with its first code, in the same session.',
  }),
  removeTotp: call({
    method: 'DELETE',
    path: 'auth/totp',
    access: 'inSession',
    stepUp: true,
    response: done,
    summary: 'Remove the authenticator app.',
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: 'auth/recovery-codes',
    access: 'inSession',
    stepUp: true,
    response: v.object({ recoveryCodes: newRecoveryCodes }),
    oneTimeResponse: true,
    summary: 'Replace the recovery codes. The new ones are returned once; the old ones stop working.',
  }),
  startStepUp: call({
    method: 'POST',
    path: 'auth/step-up/options',
    access: 'inSession',
    response: v.object({ methods: factorMethods, options: v.nullable(passkeyOptions) }),
    reading: true,
    summary: 'List the ways in which the caller can confirm their identity, with the passkey challenge.',
  }),
  stepUp: call({
    method: 'POST',
    path: 'auth/step-up',
    access: 'inSession',
    body: v.strictObject({ proof: factorProof }),
    response: v.object({ until: instant }),
    summary: 'Confirm with a second factor. For ten minutes, this session can make the calls that require it.',
  }),
}
