import * as v from 'valibot'
import { text } from './common.ts'

export const captchaKinds = ['puzzle', 'hcaptcha', 'turnstile'] as const

/** What the console shows before calls that programs must not make: a puzzle of our own, or a provider's widget. */
export const captcha = v.object({
  kind: v.picklist(captchaKinds),
  /** Identifies this installation to the provider; null for the puzzle. */
  siteKey: v.nullable(v.string()),
})

/** A token of the widget or the solved puzzle, valid once. */
export const captchaToken = text(4000)

export type Captcha = v.InferOutput<typeof captcha>
