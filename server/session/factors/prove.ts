import type { KeyObject } from 'node:crypto'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { FactorProof } from '../../../src/contract/wire/factor.ts'
import { writeOwnAudit } from '../../audit/write-audit.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Db, Tx } from '../../store/connection.ts'
import type { ChallengeUse } from './challenges.ts'
import { FREE_FAILURES, forgetFailures, lockedError, tryCode } from './code-attempts.ts'
import { verifySigned } from './passkey-ceremonies.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import type { RelyingParty } from './relying-party.ts'
import type { SecurityTransaction, SendNotice } from './security-notice.ts'
import { acceptTotp, type TotpSeal } from './totp.ts'

export interface ProofDependencies {
  db: Db
  transaction: SecurityTransaction
  seal: TotpSeal
  /** HMAC key for the hashes of recovery codes. */
  recoveryKey: KeyObject
}

export interface ProofRequest {
  userId: UserId
  proof: FactorProof
  /** The challenge use for which a passkey must have signed. */
  use: ChallengeUse
  party: RelyingParty
  /** The user's network address. */
  address: string
  /** Runs in the transaction that counts a wrong code. */
  onWrong?: (tx: Tx) => Promise<void>
}

/** Resolves when the user has proved a second factor, and rejects otherwise. */
export type Prove = (request: ProofRequest) => Promise<void>

export const createProve =
  (dependencies: ProofDependencies): Prove =>
  async ({ userId, proof, use, party, address, onWrong }) => {
    if (proof.kind === 'passkey') {
      await verifySigned(dependencies.db, party, { use, userId, response: proof.passkey })
      await forgetFailures(dependencies.db, userId)
      return
    }
    const outcome = await dependencies.transaction(async (tx, sendNotice) => {
      const tried = await tryCode(tx, userId, () =>
        isRight(dependencies, tx, sendNotice, { userId, proof, address, use }),
      )
      if (tried.kind !== 'wrong') return tried
      await onWrong?.(tx)
      await writeOwnAudit(tx, { userId, address, action: 'code.refused', target: codeLabels[proof.kind] })
      if (tried.failures === FREE_FAILURES)
        await sendNotice(userId, {
          title: 'Wrong codes were entered for your account',
          message: `${FREE_FAILURES} wrong codes were entered in a row, so codes are locked for a while. If this was not you, someone has passed your first login step: check your logins and sessions.`,
          audit: { action: 'codes.locked', target: `${FREE_FAILURES} wrong codes`, address },
        })
      return tried
    })
    if (outcome.kind === 'locked') throw lockedError(outcome.until, 'proof.code')
    if (outcome.kind === 'wrong') throw fieldError('proof.code', 'This code is wrong or was already used.', 'wrongCode')
  }

const codeLabels = { totp: 'Authenticator code', recoveryCode: 'Recovery code' } as const

/** A step-up may be for renewing the codes; the number of remaining codes would then be misleading. */
const howUsed = (use: ChallengeUse, left: number): string =>
  use.purpose === 'stepUp'
    ? 'It confirmed an action in your account.'
    : `${left} of your recovery codes ${left === 1 ? 'is' : 'are'} left.`

type Code = Exclude<FactorProof, { kind: 'passkey' }>

const isRight = async (
  { seal, recoveryKey }: ProofDependencies,
  tx: Tx,
  sendNotice: SendNotice,
  { userId, proof, address, use }: { userId: UserId; proof: Code; address: string; use: ChallengeUse },
): Promise<boolean> => {
  if (proof.kind === 'totp') return acceptTotp(tx, seal, userId, proof.code)
  const left = await spendRecoveryCode(tx, recoveryKey, userId, proof.code)
  if (left === null) return false
  await sendNotice(userId, {
    title: 'A recovery code was used',
    message: `${howUsed(use, left)} If this was not you, check your sessions and renew the codes.`,
    audit: { action: 'recoveryCode.used', target: `${left} left`, address },
  })
  return true
}
