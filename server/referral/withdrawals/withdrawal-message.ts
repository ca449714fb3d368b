import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { WithdrawalTerms } from '../../../src/contract/wire/referral.ts'
import { dollarsFrom } from '../../../src/rules/referral.ts'
import type { Config } from '../../config.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { withdrawals } from '../../store/schema.ts'

/**
 * What a wallet signs for the person's next withdrawal; the wallet's address comes in its checksummed spelling. It carries
 * the withdrawal's number, so that a signature is good for that one; and everything that could be changed on the way.
 */
export const withdrawalMessage = async (
  db: DbOrTx,
  { product, publicUrl }: Pick<Config, 'product' | 'publicUrl'>,
  userId: UserId,
  { amount, address, networkName, chainId, firstName, lastName }: WithdrawalTerms,
): Promise<string> => {
  const before = await db.$count(withdrawals, eq(withdrawals.userId, userId))
  return [
    `${product.name}: withdrawal of referral credit`,
    '',
    'Pay this amount to this wallet, which is mine.',
    '',
    `Amount: ${dollarsFrom(amount)} dollars`,
    `Wallet: ${address}`,
    `Network: ${inOneLine(networkName)} (chain ${chainId})`,
    `Payee: ${inOneLine(`${firstName} ${lastName}`)}`,
    `Account: ${userId}`,
    `At: ${new URL(publicUrl).origin}`,
    `Withdrawal: ${before + 1}`,
  ].join('\n')
}

/** A name shall not pass for a line of its own. */
const inOneLine = (typed: string): string => typed.replace(/\s+/g, ' ')
