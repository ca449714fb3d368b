import * as v from 'valibot'
import { filledText, instant, micros, text, userId, whole } from './common.ts'

/** Case-insensitive, so that no code can be mistaken for another user's. */
export const referralCode = v.pipe(
  filledText(100),
  v.regex(/^[\w.-]+$/, 'Use only letters, digits, dots, underscores and hyphens.'),
  v.toLowerCase(),
)

export const referral = v.object({
  userId,
  /** The earned credit in micro-dollars; 0 until the referred user has paid. */
  amount: micros,
  paymentDone: v.boolean(),
  createdAt: instant,
})

export const credits = v.object({
  total: micros,
  /** The part of the total that can only be spent here. */
  platform: micros,
  withdrawable: micros,
})

export const withdrawalStatuses = ['pending', 'paid', 'rejected'] as const

const fullName = v.strictObject({ firstName: filledText(100), lastName: filledText(100) })
const evmAddress = v.pipe(text(42), v.regex(/^0x[0-9a-fA-F]{40}$/, 'Enter 0x and 40 hexadecimal digits.'))

/** Micro-dollars. */
const amount = v.pipe(micros, v.minValue(1, 'Must be more than 0.'))
const chainId = v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'Not a valid chain.'))

/** The content of the signed message, as query parameters: numbers are text. */
export const withdrawalTerms = v.pipe(
  v.strictObject({
    address: evmAddress,
    amount: v.pipe(whole, amount),
    chainId: v.pipe(whole, chainId),
    networkName: filledText(100),
    firstName: v.optional(filledText(100)),
    lastName: v.optional(filledText(100)),
  }),
  v.check(
    ({ firstName, lastName }) => (firstName === undefined) === (lastName === undefined),
    'Send both names or none.',
  ),
)

export const withdrawalRequest = v.strictObject({
  /** The payee; without it, the name in the caller's profile. */
  userDetails: v.optional(fullName),
  amount,
  walletDetails: v.strictObject({
    address: evmAddress,
    chainId,
    signature: v.pipe(text(132), v.regex(/^0x[0-9a-fA-F]{130}$/, 'Not a valid signature.')),
    networkName: filledText(100),
  }),
})

export const withdrawal = v.object({
  _id: v.string(),
  userDetails: v.object({ firstName: v.string(), lastName: v.string() }),
  amount: micros,
  walletAddress: v.string(),
  chainId: v.number(),
  networkName: v.string(),
  status: v.picklist(withdrawalStatuses),
  createdAt: instant,
})

export type Withdrawal = v.InferOutput<typeof withdrawal>
export type FullName = v.InferOutput<typeof fullName>
export type WithdrawalRequest = v.InferOutput<typeof withdrawalRequest>
