import * as v from 'valibot'
import { call } from '../call.ts'
import { captchaPuzzle } from '../wire/captcha.ts'

export const captchaCalls = {
  createCaptchaPuzzle: call({
    method: 'POST',
    path: 'captcha/puzzle',
    access: 'public',
    body: v.strictObject({}),
    response: captchaPuzzle,
    invalidates: [],
    summary: 'Get a puzzle whose solution is accepted as a captcha token, once within five minutes.',
  }),
}
