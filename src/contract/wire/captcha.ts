import * as v from 'valibot'
import { text } from './common.ts'

export const captchaKinds = ['puzzle', 'hcaptcha', 'turnstile'] as const

/** What the console shows before calls that programs must not make: a puzzle of our own, or a provider's widget. */
export const captcha = v.object({
  kind: v.picklist(captchaKinds),
  /** Identifies this installation to the provider; null for the puzzle. */
  siteKey: v.nullable(v.string()),
})

/** A challenge of ALTCHA: a counter has to be found for which the derived key begins with the prefix. */
export const captchaPuzzle = v.object({
  parameters: v.object({
    algorithm: v.string(),
    nonce: v.string(),
    salt: v.string(),
    cost: v.number(),
    keyLength: v.number(),
    keyPrefix: v.string(),
    /** In seconds since 1970. */
    expiresAt: v.number(),
  }),
  signature: v.string(),
})

/** A token for the puzzle is this as JSON in base64. */
export const captchaSolution = v.object({
  challenge: captchaPuzzle,
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

/** A token of the widget or the solved puzzle, valid once. */
export const captchaToken = text(4000)

export type Captcha = v.InferOutput<typeof captcha>
export type CaptchaPuzzle = v.InferOutput<typeof captchaPuzzle>
