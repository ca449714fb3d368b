import type { UserId } from '../../src/contract/wire/common.ts'
import { type Credits, creditsFrom } from '../../src/rules/referral.ts'
import { balanceOf, exactNumber } from '../money/ledger.ts'
import type { DbOrTx } from '../store/connection.ts'

/** Returns a user's credit. Earned credit can be withdrawn; granted credit can only be spent. */
export const creditsOf = async (db: DbOrTx, userId: UserId): Promise<Credits> => {
  const [earned, given] = await Promise.all([
    balanceOf(db, { kind: 'referralCredit', userId }),
    balanceOf(db, { kind: 'platformCredit', userId }),
  ])
  return creditsFrom(exactNumber(earned + given), exactNumber(earned))
}
