import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { WithdrawalRequest } from '../../../src/contract/wire/referral.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { dollarsFrom } from '../../../src/rules/referral.ts'
import type { Config } from '../../config.ts'
import { fieldRefused } from '../../http/field-refused.ts'
import { Refused } from '../../http/refused.ts'
import { notifyPerson } from '../../live/outbox.ts'
import { book } from '../../money/book.ts'
import { Overdrawn } from '../../money/booking.ts'
import { walletAddress } from '../../session/wallets/wallet-address.ts'
import type { Tx } from '../../store/connection.ts'
import { users, withdrawals } from '../../store/schema.ts'
import { withdrawalMessage } from './withdrawal-message.ts'

export type WithdrawalConfig = Pick<Config, 'product' | 'publicUrl' | 'withdrawalLimitMicros'>
type Row = typeof withdrawals.$inferSelect

/** Takes the amount out of what may be withdrawn and keeps it for the payout. */
export const createWithdrawal = async (
  tx: Tx,
  config: WithdrawalConfig,
  userId: UserId,
  request: WithdrawalRequest,
): Promise<Row> => {
  const { amount, userDetails, walletDetails } = request
  const { withdrawalLimitMicros } = config
  // One of a person's withdrawals at a time, as the number in the message needs.
  const [person] = await tx
    .select({ inProgramme: users.referralEnabled })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!person?.inProgramme) throw new Refused('notInReferral')
  if (amount < withdrawalLimitMicros)
    throw fieldRefused('amount', `The smallest withdrawal is ${dollarsFrom(withdrawalLimitMicros)} dollars.`)
  const address = await checkedAddress(walletDetails.address)
  const { chainId, networkName, signature } = walletDetails
  const terms = { ...userDetails, amount, address, chainId, networkName }
  if (!(await isSignedBy(address, await withdrawalMessage(tx, config, userId, terms), signature)))
    throw fieldRefused(
      'walletDetails.signature',
      'This is not the signature of this wallet for this withdrawal. Please sign again.',
    )
  const [row] = await tx
    .insert(withdrawals)
    .values({
      ...userDetails,
      userId,
      amountMicros: amount,
      walletAddress: address,
      chainId: String(chainId),
      networkName,
      signature,
    })
    .returning()
  if (!row) throw new Error('The withdrawal was not written.')
  await takeOut(tx, userId, row)
  await notifyPerson(tx, userId, {
    type: 'info',
    title: `Withdrawal of ${dollars(amount)} requested`,
    message: `It is to be paid to ${address}.`,
    additionalData: { subject: 'referral' },
  })
  return row
}

export const checkedAddress = async (given: string): Promise<string> => {
  const address = await walletAddress('metamask', given)
  if (address === undefined) throw fieldRefused('walletDetails.address', 'This is no address of a wallet.')
  return address
}

const takeOut = async (tx: Tx, userId: UserId, { id, amountMicros }: Row): Promise<void> => {
  try {
    await book(tx, {
      kind: 'withdrawalAsked',
      reference: `withdrawal/${id}`,
      entries: [
        { account: { kind: 'referralCredit', userId }, amountMicros: -amountMicros },
        { account: { kind: 'pendingPayout', userId }, amountMicros },
      ],
    })
  } catch (error) {
    throw error instanceof Overdrawn ? fieldRefused('amount', 'This is more than you can withdraw.') : error
  }
}

/** The wallet of a person; one that is a contract signs otherwise, and cannot be asked without its chain. */
const isSignedBy = async (address: string, message: string, signature: string): Promise<boolean> => {
  const { verifyMessage } = await import('ethers')
  try {
    return verifyMessage(message, signature) === address
  } catch {
    return false
  }
}
