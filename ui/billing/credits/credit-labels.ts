import type { CreditLot } from '../../../src/contract/wire/money/credit.ts'
import type { Tone } from '../../parts/state/badge.tsx'

const sources: Record<CreditLot['source'], string> = {
  purchase: 'Purchase',
  coupon: 'Coupon',
  promotion: 'Promotion',
  referral: 'Referral credit',
  refund: 'Refund',
  opening: 'Earlier credit',
}

export const lotLabel = ({ source, couponCode }: CreditLot): string =>
  couponCode === null ? sources[source] : `Coupon ${couponCode}`

export const lotStates: Record<CreditLot['state'], { tone: Tone; label: string }> = {
  valid: { tone: 'good', label: 'Valid' },
  scheduled: { tone: 'info', label: 'Valid later' },
  used: { tone: 'still', label: 'Used up' },
  expired: { tone: 'warn', label: 'Expired' },
}

const entryLabels: Readonly<Record<string, string>> = {
  creditPurchased: 'Purchase',
  creditGranted: 'Credit granted',
  creditSpent: 'Spent',
  creditHeld: 'Held',
  creditReleased: 'Hold released',
  creditExpired: 'Expired',
  usageCharged: 'Usage',
  usageAdjusted: 'Usage corrected',
  debtPaid: 'Debt paid',
  referralEarned: 'Referral earned',
  referralMatured: 'Available after 30 days',
  referralTakenBack: 'Taken back after a refund',
  referralConverted: 'Referral credit converted',
  withdrawalRequested: 'Withdrawal',
}

/** The reason for a booking; that of a newer version is shown by its name. */
export const entryLabel = (kind: string): string => entryLabels[kind] ?? kind
