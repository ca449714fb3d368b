import * as v from 'valibot'
import { instant } from './common.ts'

const base64url = (longest: number) =>
  v.pipe(v.string(), v.maxLength(longest, 'Too long.'), v.regex(/^[A-Za-z0-9_-]+$/, 'Must be base64url.'))

const credential = {
  id: base64url(2000),
  rawId: base64url(2000),
  type: v.literal('public-key'),
}

/** The browser's response after creating a passkey. Fields that we do not read are dropped. */
export const createdPasskey = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8000),
    attestationObject: base64url(20_000),
    transports: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}$/, 'Unknown transport.'))),
        v.maxLength(10, 'At most 10.'),
      ),
    ),
  }),
})

/** The browser's response after signing with a passkey. */
export const signedPasskey = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url(8000),
    authenticatorData: base64url(8000),
    signature: base64url(2000),
    userHandle: v.optional(base64url(200)),
  }),
})

/** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`, passed to the browser. */
export const passkeyOptions = v.looseObject({ challenge: v.string() })

const codeText = v.pipe(
  v.string(),
  v.maxLength(40, 'At most 40 characters.'),
  // Codes are displayed with spaces and hyphens.
  v.transform((typed) => typed.replace(/[\s-]/g, '')),
)

export const totpCode = v.pipe(codeText, v.regex(/^\d{6}$/, 'Enter six digits.'))
const recoveryCode = v.pipe(
  codeText,
  v.transform((typed) => typed.toUpperCase()),
  v.regex(/^[0-9A-Z]{12}$/, 'Enter twelve letters and digits.'),
)

/** One proof of a second factor. */
export const factorProof = v.variant('kind', [
  v.strictObject({ kind: v.literal('totp'), code: totpCode }),
  v.strictObject({ kind: v.literal('recoveryCode'), code: recoveryCode }),
  v.strictObject({ kind: v.literal('passkey'), passkey: signedPasskey }),
])

/** Which proofs a user can give. */
export const factorMethods = v.object({ passkey: v.boolean(), totp: v.boolean(), recoveryCode: v.boolean() })

export const passkey = v.object({
  _id: v.string(),
  name: v.string(),
  /** Synced by a password manager or an account, so that it works on other devices too. */
  synced: v.boolean(),
  createdAt: instant,
  lastUsedAt: v.nullable(instant),
})

export const factors = v.object({
  passkeys: v.array(passkey),
  totp: v.nullable(v.object({ createdAt: instant })),
  /** Null if there is no factor to recover. */
  recoveryCodes: v.nullable(v.object({ left: v.number(), createdAt: instant })),
  /** The first factor requires a recent sign-in, and this session is older. */
  needsFreshSignIn: v.boolean(),
})

/** Returned once: with the first factor, or when they are renewed. */
export const newRecoveryCodes = v.array(v.string())

export type CreatedPasskey = v.InferOutput<typeof createdPasskey>
export type SignedPasskey = v.InferOutput<typeof signedPasskey>
export type FactorProof = v.InferOutput<typeof factorProof>
export type FactorMethods = v.InferOutput<typeof factorMethods>
export type Factors = v.InferOutput<typeof factors>
export type Passkey = v.InferOutput<typeof passkey>
