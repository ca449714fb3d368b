import type { factorCalls } from '../../../src/contract/calls/factor-calls.ts'
import type { secondFactorCalls } from '../../../src/contract/calls/second-factor-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Db } from '../../store/connection.ts'
import { derivedKey } from '../derived-key.ts'
import type { FactorParts } from './factor-parts.ts'
import { ownFactorHandlers } from './own-factor-handlers.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { createProve } from './prove.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { securityTransactions } from './security-notice.ts'
import { createTotpSeal } from './totp.ts'
import { totpHandlers } from './totp-handlers.ts'

/** Second factors: setting them up, the second step of logging in, and confirming dangerous actions. */
export const createFactorHandlers = ({
  config,
  secret,
  db,
  mailer,
  tokens,
}: Pick<FactorParts, 'config' | 'tokens'> & { secret: string; db: Db; mailer: Mailer }): Handlers<
  keyof typeof factorCalls | keyof typeof secondFactorCalls
> => {
  const proofParts = {
    db,
    transaction: securityTransactions(db, mailer),
    seal: createTotpSeal(derivedKey(secret, 'totp-secrets')),
    recoveryKey: derivedKey(secret, 'recovery-codes'),
  }
  const parts: FactorParts = { ...proofParts, config, tokens, prove: createProve(proofParts) }
  return {
    ...ownFactorHandlers(parts),
    ...passkeyHandlers(parts),
    ...totpHandlers(parts),
    ...secondFactorHandlers(parts),
  }
}
