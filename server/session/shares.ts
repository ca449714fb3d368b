import * as v from 'valibot'
import { deviceCalls } from '../../src/contract/calls/device-calls.ts'
import { sessionCalls } from '../../src/contract/calls/session-calls.ts'
import type { Shares } from '../http/call-limits.ts'
import type { Db } from '../store/connection.ts'
import { waitingDevice } from './device/device-logins.ts'
import { anySessionSecretOf } from './session-cookie.ts'
import type { Tokens } from './tokens.ts'

/** A session and a waiting command line have a share each, which nobody behind the same address can use up. */
export const sharesOf = (db: Db, { ownerOf }: Pick<Tokens, 'ownerOf'>, isSecure: boolean): Shares => ({
  renewToken: async ({ body, headers }) => {
    const { output, success } = v.safeParse(sessionCalls.renewToken.body, body ?? {})
    const secret = (success ? output.secret : undefined) ?? anySessionSecretOf(headers.cookie, isSecure)
    return secret === undefined ? undefined : (await ownerOf(secret))?.sessionId
  },
  takeDeviceToken: async ({ body }) => {
    const { output, success } = v.safeParse(deviceCalls.takeDeviceToken.body, body)
    return success ? waitingDevice(db, output.deviceCode) : undefined
  },
})
