import * as v from 'valibot'
import { call } from '../call.ts'

export const captchaCalls = {
  createCaptchaPuzzle: call({
    method: 'POST',
    path: 'captcha/puzzle',
    access: 'public',
    body: v.strictObject({}),
    response: v.object({
      challenge: v.string(),
      /** Leading zero bits that the SHA-256 of `{challenge}.{counter}` must have; this text is the token. */
      bits: v.number(),
    }),
    invalidates: [],
    summary: 'Get a puzzle whose solution is accepted as a captcha token, once within five minutes.',
  }),
}
