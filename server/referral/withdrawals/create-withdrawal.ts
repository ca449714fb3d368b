import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { WithdrawalRequest } from '../../../src/contract/wire/referral.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { dollarsFrom } from '../../../src/rules/referral.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import { notifyUser } from '../../live/outbox.ts'
import { Overdrawn } from '../../money/booking.ts'
import { postBooking } from '../../money/post-booking.ts'
import { walletAddress } from '../../session/wallets/wallet-address.ts'
import type { Tx } from '../../store/connection.ts'
import { users, withdrawals } from '../../store/schema.ts'
import { payeeOf } from './payee-of.ts'
import { withdrawalMessage } from './withdrawal-message.ts'

export type WithdrawalConfig = Pick<Config, 'product' | 'publicUrl' | 'withdrawalLimitMicros'>
type Row = typeof withdrawals.$inferSelect

/** Creates a withdrawal and moves its amount from the withdrawable credit to the pending payout. */
export const createWithdrawal = async (
  tx: Tx,
  config: WithdrawalConfig,
  userId: UserId,
  request: WithdrawalRequest,
  at: Date,
): Promise<Row> => {
  const { amount, walletDetails } = request
  const { withdrawalLimitMicros } = config
  // Serialises a user's withdrawals, because the signed message contains their number.
  const [user] = await tx
    .select({ inProgramme: users.referralEnabled })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!user?.inProgramme) throw new ApiError('notInReferral')
  if (amount < withdrawalLimitMicros)
    throw fieldError('amount', `The minimum withdrawal is ${dollarsFrom(withdrawalLimitMicros)} dollars.`)
  const address = await checkedAddress(walletDetails.address)
  const { chainId, networkName, signature } = walletDetails
  const payee = request.userDetails ?? (await payeeOf(tx, userId))
  const terms = { ...payee, amount, address, chainId, networkName }
  if (!(await isSignedBy(address, await withdrawalMessage(tx, config, userId, terms), signature)))
    throw fieldError(
      'walletDetails.signature',
      'This signature does not match the wallet and the withdrawal. Sign again.',
    )
  const [row] = await tx
    .insert(withdrawals)
    .values({
      ...payee,
      userId,
      amountMicros: amount,
      walletAddress: address,
      chainId: String(chainId),
      networkName,
      signature,
      createdAt: at,
    })
    .returning()
  if (!row) throw new Error('The withdrawal was not written.')
  await debit(tx, userId, row)
  await notifyUser(tx, userId, {
    type: 'info',
    title: `Withdrawal of ${dollars(amount)} requested`,
    message: `It will be paid to ${address}.`,
    additionalData: { subject: 'referral' },
  })
  return row
}

export const checkedAddress = async (given: string): Promise<string> => {
  const address = await walletAddress('metamask', given)
  if (address === undefined) throw fieldError('walletDetails.address', 'Not a valid wallet address.')
  return address
}

const debit = async (tx: Tx, userId: UserId, { id, amountMicros, createdAt }: Row): Promise<void> => {
  try {
    await postBooking(tx, {
      kind: 'withdrawalRequested',
      key: `withdrawal/${id}`,
      cause: { kind: 'withdrawal', id },
      at: createdAt,
      entries: [
        { account: { kind: 'referralCredit', userId }, amount: -BigInt(amountMicros) },
        { account: { kind: 'pendingPayout', userId }, amount: BigInt(amountMicros) },
      ],
    })
  } catch (error) {
    throw error instanceof Overdrawn ? fieldError('amount', 'This is more than you can withdraw.') : error
  }
}

/**
 * Verifies the signature of a plain wallet. A contract wallet signs differently, and cannot be checked without its
 * chain.
 */
const isSignedBy = async (address: string, message: string, signature: string): Promise<boolean> => {
  const { verifyMessage } = await import('ethers')
  try {
    return verifyMessage(message, signature) === address
  } catch {
    return false
  }
}
