import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { FullName } from '../../../src/contract/wire/referral.ts'
import { dollarsFrom } from '../../../src/rules/referral.ts'
import type { Config } from '../../config.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { withdrawals } from '../../store/schema.ts'

export interface WithdrawalTerms extends FullName {
  amount: number
  address: string
  networkName: string
  chainId: number
}

/**
 * Composes the message that a wallet signs for the user's next withdrawal; the address must be in its checksummed
 * spelling. It contains the withdrawal's number, so that the signature is valid only once, and every field that could
 * be tampered with.
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
    'Pay this amount to my wallet.',
    '',
    `Amount: ${dollarsFrom(amount)} dollars`,
    `Wallet: ${address}`,
    `Network: ${inOneLine(networkName)} (chain ${chainId})`,
    `Payee: ${inOneLine(`${firstName} ${lastName}`).trim()}`,
    `Account: ${userId}`,
    `At: ${new URL(publicUrl).origin}`,
    `Withdrawal: ${before + 1}`,
  ].join('\n')
}

/** Prevents a name from forging a line of its own. */
const inOneLine = (typed: string): string => typed.replace(/\s+/g, ' ')
