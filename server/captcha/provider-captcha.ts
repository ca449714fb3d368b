import * as v from 'valibot'
import type { CaptchaProvider } from '../captcha-settings.ts'
import { ApiError } from '../http/api-error.ts'

const LIMIT_MS = 5000

const verdictSchema = v.object({ success: v.boolean() })

/**
 * Returns the verification of hCaptcha and Turnstile, which have the same form: the provider accepts a token once. While
 * it cannot be reached, no token is accepted.
 */
export const createProviderCaptcha =
  ({ kind, siteKey, secret, verifyUrl }: CaptchaProvider) =>
  async (token: string | undefined, address: string): Promise<void> => {
    if (!token) throw new ApiError('invalidCaptcha')
    const form = { secret, response: token, remoteip: address, ...(kind === 'hcaptcha' && { sitekey: siteKey }) }
    const verdict = await requestVerdict(verifyUrl, new URLSearchParams(form))
    if (!verdict.success) throw new ApiError('invalidCaptcha')
  }

const requestVerdict = async (url: string, body: URLSearchParams): Promise<v.InferOutput<typeof verdictSchema>> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (response.status >= 500) throw new Error(`status ${response.status}`)
    return v.parse(verdictSchema, await response.json())
  } catch (cause) {
    throw new ApiError('unavailable', { message: 'The captcha could not be verified. Try again in a moment.', cause })
  }
}
