import * as v from 'valibot'
import { captchaKinds } from '../src/contract/wire/captcha.ts'
import { address, described } from './setting-kinds.ts'
import { StartUpError } from './start-up/start-up-error.ts'

/** Settings of the captcha. */
export const captchaSettings = {
  LONGSHORE_CAPTCHA: described(
    v.optional(v.picklist(['off', ...captchaKinds], `must be off, ${captchaKinds.join(', ')}`), 'off'),
    'Captcha before a sign-in with a wallet, which anyone can create: hcaptcha, turnstile, or puzzle for a puzzle of our own (sandbox mode only). Coupons always need one: a puzzle, unless a provider is set here.',
  ),
  LONGSHORE_CAPTCHA_SITE_KEY: described(v.optional(v.string()), 'Site key of hcaptcha or turnstile.'),
  LONGSHORE_CAPTCHA_SECRET: described(v.optional(v.string()), 'Secret key of hcaptcha or turnstile.'),
  LONGSHORE_CAPTCHA_VERIFY_URL: described(
    v.optional(address),
    'URL at which tokens are verified, for a compatible service; that of the provider when not set.',
  ),
}

export interface CaptchaProvider {
  kind: 'hcaptcha' | 'turnstile'
  siteKey: string
  secret: string
  verifyUrl: string
}

export type CaptchaConfig = { kind: 'puzzle' } | CaptchaProvider | null

const verifyUrls = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

type Settings = v.InferOutput<v.ObjectSchema<typeof captchaSettings, undefined>>

export const captchaFrom = (settings: Settings, mode: 'sandbox' | 'production'): CaptchaConfig => {
  const kind = settings.LONGSHORE_CAPTCHA
  if (kind === 'off') return null
  if (kind === 'puzzle') {
    if (mode === 'production')
      throw new StartUpError(
        'LONGSHORE_CAPTCHA=puzzle only slows programs down, so production does not start with it. Set hcaptcha or turnstile, or off.',
      )
    return { kind }
  }
  const { LONGSHORE_CAPTCHA_SITE_KEY: siteKey, LONGSHORE_CAPTCHA_SECRET: secret } = settings
  if (!siteKey || !secret)
    throw new StartUpError(
      `LONGSHORE_CAPTCHA=${kind} needs LONGSHORE_CAPTCHA_SITE_KEY and LONGSHORE_CAPTCHA_SECRET. Set both, or LONGSHORE_CAPTCHA=off.`,
    )
  return { kind, siteKey, secret, verifyUrl: settings.LONGSHORE_CAPTCHA_VERIFY_URL ?? verifyUrls[kind] }
}
