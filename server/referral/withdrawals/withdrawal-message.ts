import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { dollarsFrom } from '../../../src/rules/referral.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { withdrawals } from '../../store/schema.ts'

export interface WithdrawalTerms {
  userId: UserId
  /** In its checksummed spelling. */
  address: string
  amountMicros: number
  productName: string
  publicUrl: string
}

/**
 * What a wallet signs for the person's next withdrawal. It carries the withdrawal's number, so that a signature is good
 * for that one; and everything that could be changed on the way.
 */
export const withdrawalMessage = async (db: DbOrTx, terms: WithdrawalTerms): Promise<string> => {
  const { userId, address, amountMicros, productName, publicUrl } = terms
  const before = await db.$count(withdrawals, eq(withdrawals.userId, userId))
  return [
    `${productName}: withdrawal of referral credit`,
    '',
    'Pay this amount to this wallet, which is mine.',
    '',
    `Amount: ${dollarsFrom(amountMicros)} dollars`,
    `Wallet: ${address}`,
    `Account: ${userId}`,
    `At: ${new URL(publicUrl).origin}`,
    `Withdrawal: ${before + 1}`,
  ].join('\n')
}
