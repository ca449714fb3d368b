import * as v from 'valibot'
import { call } from '../call.ts'
import { instant, text } from '../wire/common.ts'
import { places } from '../wire/session.ts'
import { isUserCode, plainUserCode } from '../wire/user-code.ts'

const userCode = v.pipe(
  v.string(),
  v.maxLength(20, 'At most 20 characters.'),
  v.transform(plainUserCode),
  v.check(isUserCode, 'Enter eight letters, such as BCDF-GHJK.'),
)

/** Sign-in of a program without its own browser (RFC 8628). */
export const deviceCalls = {
  startDeviceLogin: call({
    method: 'POST',
    path: 'auth/cli/device',
    access: 'public',
    body: v.strictObject({}),
    response: v.object({
      deviceCode: v.string(),
      userCode: v.string(),
      verificationUri: v.string(),
      verificationUriComplete: v.string(),
      /** Seconds. */
      expiresIn: v.number(),
      /** Seconds between two polls for the token. */
      interval: v.number(),
    }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'Start the login of a command line. The user opens the address and compares the code.',
  }),
  pollDeviceToken: call({
    method: 'POST',
    path: 'auth/cli/token',
    access: 'public',
    body: v.strictObject({ deviceCode: text(200) }),
    response: v.object({ token: v.string(), secret: v.string(), email: v.nullable(v.string()) }),
    oneTimeResponse: true,
    invalidates: [],
    summary: 'Get the access token and the refresh secret of an approved command line. Fails until the user approves.',
  }),
  readDeviceLogin: call({
    method: 'GET',
    path: 'auth/cli/device',
    access: 'inSession',
    query: v.strictObject({ userCode }),
    response: v.object({
      deviceLogin: v.object({
        userCode: v.string(),
        device: v.string(),
        address: v.string(),
        place: places,
        createdAt: instant,
        expiresAt: instant,
      }),
    }),
    summary: 'Get the command line that waits for approval under a code.',
  }),
  decideDeviceLogin: call({
    method: 'POST',
    path: 'auth/cli/decision',
    access: 'inSession',
    stepUp: { when: 'body.approve' },
    body: v.strictObject({ userCode, approve: v.boolean() }),
    response: v.object({ approved: v.boolean(), email: v.nullable(v.string()) }),
    invalidates: [],
    summary: 'Approve or deny the login of a command line as the caller.',
  }),
}
