import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { CallName } from '../../src/contract/contract.ts'
import type { Config } from '../config.ts'
import { countedAs } from './caller-of-request.ts'
import { BY_BODY } from './counted-by-body.ts'

/** Calls by which somebody could guess a secret, fill a table or keep the machine at work, and how many of them a minute are enough for anybody. */
const callsAMinute: Partial<Record<CallName, number>> = {
  createWalletNonce: 20,
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
  createApiKey: 20,
  revealVariable: 30,
  triggerInstance: 60,
  verifyAudit: 10,
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

/** Scripts and tests sign in far oftener than people do. */
const MORE_IN_SANDBOX = 100

/** For calls that bring a secret in place of a token: a name for what it opens, undefined where it opens nothing. */
export type RateLimitKeys = Partial<Record<CallName, (request: FastifyRequest) => Promise<string | undefined>>>

/**
 * Counted by person, by what a secret opens, or by address where nobody is known, as every request is: whoever uses up
 * their share keeps nobody else out.
 */
export const callLimit = (
  name: CallName,
  { mode }: Pick<Config, 'mode'>,
  rateLimitKeys: RateLimitKeys,
): RateLimitOptions | undefined => {
  const most = callsAMinute[name]
  if (most === undefined) return undefined
  const keyOf = rateLimitKeys[name]
  return {
    max: mode === 'production' ? most : most * MORE_IN_SANDBOX,
    timeWindow: '1 minute',
    ...(keyOf && {
      hook: BY_BODY,
      keyGenerator: async (request: FastifyRequest) => (await keyOf(request)) ?? countedAs(request),
    }),
  }
}
