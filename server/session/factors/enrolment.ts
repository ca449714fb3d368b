import type { KeyObject } from 'node:crypto'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { BySession } from '../../http/handler.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { isFreshSession, markSteppedUp } from './step-up.ts'
import { hasSecondFactor, recoveryCodesOf } from './user-factors.ts'

/** The first factor needs a login of a moment ago: whoever finds an open session must not lock its user out with it. */
export const needsFreshSignIn = async (db: DbOrTx, userId: UserId, { session }: BySession): Promise<boolean> =>
  !(await hasSecondFactor(db, userId)) && !(await isFreshSession(db, session))

export const requireMayEnrol = async (db: DbOrTx, userId: UserId, by: BySession): Promise<void> => {
  if (await needsFreshSignIn(db, userId, by)) throw new ApiError('freshSignInNeeded')
}

/** A factor that was just set up has been proved, too. The first one brings recovery codes. */
export const finishEnrolment = async (
  tx: Tx,
  recoveryKey: KeyObject,
  userId: UserId,
  { session }: BySession,
): Promise<string[] | null> => {
  await markSteppedUp(tx, session)
  return (await recoveryCodesOf(tx, userId)) ? null : replaceRecoveryCodes(tx, recoveryKey, userId)
}
