import type { factorCalls } from '../../../src/contract/calls/factor-calls.ts'
import type { secondFactorCalls } from '../../../src/contract/calls/second-factor-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Db } from '../../store/connection.ts'
import { derivedKey } from '../derived-key.ts'
import type { FactorDependencies } from './factor-dependencies.ts'
import { ownFactorHandlers } from './own-factor-handlers.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { createProve } from './prove.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { securityTransactions } from './security-notice.ts'
import { createTotpSeal } from './totp.ts'
import { totpHandlers } from './totp-handlers.ts'

/** Handlers for setting up second factors, for the second step of signing in and for confirming dangerous actions. */
export const createFactorHandlers = ({
  config,
  secret,
  db,
  mailer,
  tokens,
}: Pick<FactorDependencies, 'config' | 'tokens'> & { secret: string; db: Db; mailer: Mailer }): Handlers<
  keyof typeof factorCalls | keyof typeof secondFactorCalls
> => {
  const proofDependencies = {
    db,
    transaction: securityTransactions(db, mailer),
    seal: createTotpSeal(derivedKey(secret, 'totp-secrets')),
    recoveryKey: derivedKey(secret, 'recovery-codes'),
  }
  const dependencies: FactorDependencies = {
    ...proofDependencies,
    config,
    tokens,
    prove: createProve(proofDependencies),
  }
  return {
    ...ownFactorHandlers(dependencies),
    ...passkeyHandlers(dependencies),
    ...totpHandlers(dependencies),
    ...secondFactorHandlers(dependencies),
  }
}
