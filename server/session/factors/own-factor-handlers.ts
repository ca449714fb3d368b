import type { factorCalls } from '../../../src/contract/calls/factor-calls.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { sessionOf } from '../../http/require-user.ts'
import { needsFreshSignIn } from './enrolment.ts'
import type { FactorDependencies } from './factor-dependencies.ts'
import { requestOptions } from './passkey-ceremonies.ts'
import { passkeyWire } from './passkey-handlers.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import { markSteppedUp } from './step-up.ts'
import { hasSecondFactor, lockFactors, methodsOf, passkeysOf, recoveryCodesOf, totpOf } from './user-factors.ts'

type OwnCalls = Pick<typeof factorCalls, 'readFactors' | 'renewRecoveryCodes' | 'startStepUp' | 'stepUp'>

/** Handlers for listing the caller's factors, renewing recovery codes and stepping up. */
export const ownFactorHandlers = ({
  config,
  db,
  transaction,
  recoveryKey,
  prove,
}: FactorDependencies): Handlers<keyof OwnCalls> => ({
  readFactors: async ({ caller }) => {
    const { userId, by } = sessionOf(caller)
    const totp = await totpOf(db, userId)
    const codes = await recoveryCodesOf(db, userId)
    return {
      passkeys: (await passkeysOf(db, userId)).map(passkeyWire),
      totp: totp?.confirmedAt ? { createdAt: totp.confirmedAt.toISOString() } : null,
      recoveryCodes: codes && { left: codes.left, createdAt: codes.createdAt.toISOString() },
      needsFreshSignIn: await needsFreshSignIn(db, userId, by),
    }
  },

  renewRecoveryCodes: async ({ caller, address, settle }) => {
    const { userId } = sessionOf(caller)
    return transaction(async (tx, sendNotice) => {
      await lockFactors(tx, userId)
      if (!(await hasSecondFactor(tx, userId))) throw new ApiError('noSecondFactor')
      const response = { recoveryCodes: await replaceRecoveryCodes(tx, recoveryKey, userId) }
      await sendNotice(userId, {
        title: 'Your recovery codes were renewed',
        message: 'The old codes no longer work. If this was not you, check your logins and sessions.',
        audit: { action: 'recoveryCodes.renewed', target: `${response.recoveryCodes.length} codes`, address },
      })
      await settle?.(tx, response)
      return response
    })
  },

  startStepUp: async ({ caller, host }) => {
    const { userId, by } = sessionOf(caller)
    const methods = await methodsOf(db, userId)
    const use = { purpose: 'stepUp', holder: by.session } as const
    const options = methods.passkey ? await requestOptions(db, relyingParty(config, host), use, userId) : null
    return { methods, options: options && { ...options } }
  },

  stepUp: async ({ caller, host, address, input: { proof } }) => {
    const { userId, by } = sessionOf(caller)
    await prove({
      ...{ userId, proof, address },
      use: { purpose: 'stepUp', holder: by.session },
      party: relyingParty(config, host),
    })
    return { until: (await markSteppedUp(db, by.session)).toISOString() }
  },
})
