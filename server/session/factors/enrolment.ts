import type { KeyObject } from 'node:crypto'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { BySession } from '../../http/handler.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { isFreshSession, markSteppedUp } from './step-up.ts'
import { hasSecondFactor, recoveryCodesOf } from './user-factors.ts'

/**
 * Returns whether the user must sign in again before adding a first factor. Otherwise anyone with access to an open
 * session could lock its user out.
 */
export const needsFreshSignIn = async (db: DbOrTx, userId: UserId, { session }: BySession): Promise<boolean> =>
  !(await hasSecondFactor(db, userId)) && !(await isFreshSession(db, session))

export const requireMayEnrol = async (db: DbOrTx, userId: UserId, by: BySession): Promise<void> => {
  if (await needsFreshSignIn(db, userId, by)) throw new ApiError('freshSignInNeeded')
}

/**
 * Marks the session as stepped up, because setting up a factor also proves it. Returns recovery codes with the first
 * factor, otherwise null.
 */
export const finishEnrolment = async (
  tx: Tx,
  recoveryKey: KeyObject,
  userId: UserId,
  { session }: BySession,
): Promise<string[] | null> => {
  await markSteppedUp(tx, session)
  return (await recoveryCodesOf(tx, userId)) ? null : replaceRecoveryCodes(tx, recoveryKey, userId)
}
