import type { UserId } from '../../src/contract/wire/common.ts'
import { type Credits, creditsFrom } from '../../src/rules/referral.ts'
import { balanceOf, exactNumber } from '../money/ledger.ts'
import type { DbOrTx } from '../store/connection.ts'

/** Returns a user's credit. Earned credit can be withdrawn once it has matured; granted credit can only be spent. */
export const creditsOf = async (db: DbOrTx, userId: UserId): Promise<Credits> => {
  const [pending, earned, given] = await Promise.all([
    balanceOf(db, { kind: 'pendingReferralCredit', userId }),
    balanceOf(db, { kind: 'referralCredit', userId }),
    balanceOf(db, { kind: 'platformCredit', userId }),
  ])
  return creditsFrom(exactNumber(pending + earned + given), exactNumber(earned))
}
