import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { CallName } from '../../src/contract/contract.ts'
import type { Config } from '../config.ts'
import { rateLimitKey } from './caller-of-request.ts'
import { AFTER_BODY } from './limited-by-body.ts'

/** Maximum calls per minute, for calls that could be used to guess a secret, fill a table or overload the machine. */
const callsPerMinute: Partial<Record<CallName, number>> = {
  createWalletNonce: 20,
  createCaptchaPuzzle: 60,
  createDisconnectNonce: 20,
  exchangeSignInCode: 60,
  connectLogin: 30,
  renewToken: 60,
  startPasskeySignIn: 20,
  signInWithPasskey: 20,
  readSignIn: 60,
  startSecondFactor: 20,
  completeSignIn: 20,
  startPasskey: 20,
  startTotp: 20,
  confirmTotp: 20,
  startStepUp: 60,
  stepUp: 20,
  startDeviceLogin: 20,
  activateCoupon: 20,
  readCouponValidity: 20,
  convertReferralCredit: 20,
  createApiKey: 20,
  revealVariable: 30,
  revealGroupVariable: 30,
  executeCommand: 60,
  openShell: 60,
  createDomain: 60,
  verifyDomain: 60,
  uploadCertificate: 20,
  triggerInstance: 60,
  verifyAudit: 10,
  exportAudit: 10,
  readDeviceLogin: 30,
  decideDeviceLogin: 30,
  pollDeviceToken: 60,
  readInvite: 30,
  respondToInvite: 30,
  inviteMember: 120,
  uploadAvatar: 20,
  uploadOrganizationImage: 20,
  reportPage: 60,
}

/** Scripts and tests sign in far more often than users do. */
const MORE_IN_SANDBOX = 100

/**
 * For calls that send a secret instead of a token: returns a key for what the secret opens, or undefined if it is not
 * valid.
 */
export type RateLimitKeys = Partial<Record<CallName, (request: FastifyRequest) => Promise<string | undefined>>>

/**
 * Returns the rate limit of a call. It is counted by user, by what a secret opens, or by address for an unknown caller,
 * so that no caller can exhaust the limit of others.
 */
export const callLimit = (
  name: CallName,
  { mode }: Pick<Config, 'mode'>,
  rateLimitKeys: RateLimitKeys,
): RateLimitOptions | undefined => {
  const max = callsPerMinute[name]
  if (max === undefined) return undefined
  const keyOf = rateLimitKeys[name]
  return {
    max: mode === 'production' ? max : max * MORE_IN_SANDBOX,
    timeWindow: '1 minute',
    ...(keyOf && {
      hook: AFTER_BODY,
      keyGenerator: async (request: FastifyRequest) => (await keyOf(request)) ?? rateLimitKey(request),
    }),
  }
}
