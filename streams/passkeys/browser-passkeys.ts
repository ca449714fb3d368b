import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type WebAuthnError,
} from '@simplewebauthn/browser'
import { Observable } from 'rxjs'
import {
  type NewPasskey,
  PasskeyError,
  type PasskeyErrorKind,
  type PasskeySignature,
  type Passkeys,
} from '../../src/core/world.ts'

/** The passkeys of this browser. */
export const browserPasskeys: Passkeys = {
  // The server creates the options, and the browser validates them.
  create: (options) =>
    ceremony(async () => {
      const made = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
      const { clientDataJSON, attestationObject, transports } = made.response
      return {
        ...credentialOf(made),
        response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
      } satisfies NewPasskey
    }),
  sign: (options) =>
    ceremony(async () => {
      const signed = await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
      const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response
      return {
        ...credentialOf(signed),
        response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
      } satisfies PasskeySignature
    }),
}

const credentialOf = ({ id, rawId }: { id: string; rawId: string }) => ({ id, rawId, type: 'public-key' }) as const

const ceremony = <T>(run: () => Promise<T>): Observable<T> =>
  new Observable((subscriber) => {
    let isOver = false
    const start = async () => {
      if (!browserSupportsWebAuthn()) throw new PasskeyError('unsupported')
      const credential = await run()
      isOver = true
      subscriber.next(credential)
      subscriber.complete()
    }
    start().catch((error: unknown) => {
      isOver = true
      subscriber.error(error instanceof PasskeyError ? error : new PasskeyError(kindOf(error), { cause: error }))
    })
    return () => {
      if (!isOver) WebAuthnAbortService.cancelCeremony()
    }
  })

const byCode: Partial<Record<WebAuthnError['code'], PasskeyErrorKind>> = {
  ERROR_CEREMONY_ABORTED: 'cancelled',
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: 'known',
  ERROR_INVALID_DOMAIN: 'wrongAddress',
  ERROR_INVALID_RP_ID: 'wrongAddress',
}

/** Browsers throw `NotAllowedError` for a cancelled request, a timeout and a missing passkey alike. */
const kindOf = (error: unknown): PasskeyErrorKind => {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'cancelled'
  const known = 'code' in error ? byCode[error.code as WebAuthnError['code']] : undefined
  return known ?? 'failed'
}
