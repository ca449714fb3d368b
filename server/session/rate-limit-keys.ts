import * as v from 'valibot'
import { deviceCalls } from '../../src/contract/calls/device-calls.ts'
import { sessionCalls } from '../../src/contract/calls/session-calls.ts'
import type { RateLimitKeys } from '../http/call-limits.ts'
import { networkOf } from '../http/network-of.ts'
import type { Db } from '../store/connection.ts'
import { waitingDevice } from './device/device-logins.ts'
import type { LookUpGuard } from './look-up-guard.ts'
import { anySessionSecretOf } from './session-cookie.ts'
import type { Tokens } from './tokens.ts'

export interface RateLimitKeysOptions {
  tokens: Pick<Tokens, 'ownerOf'>
  guard: LookUpGuard
  isSecure: boolean
}

/**
 * Gives each session and each waiting command line a rate limit of its own, which other callers behind the same address
 * cannot exhaust.
 */
export const createRateLimitKeys = (db: Db, { tokens, guard, isSecure }: RateLimitKeysOptions): RateLimitKeys => ({
  renewToken: async ({ body, headers, ip }) => {
    const { output, success } = v.safeParse(sessionCalls.renewToken.body, body ?? {})
    const secret = (success ? output.secret : undefined) ?? anySessionSecretOf(headers.cookie, isSecure)
    return secret === undefined ? undefined : (await tokens.ownerOf(secret, ip))?.sessionId
  },
  pollDeviceToken: async ({ body, ip }) => {
    const { output, success } = v.safeParse(deviceCalls.pollDeviceToken.body, body)
    if (!success) return undefined
    const { deviceCode } = output
    return guard.find(deviceCode, () => waitingDevice(db, deviceCode), { kind: 'deviceCode', from: networkOf(ip) })
  },
})
