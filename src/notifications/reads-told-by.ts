import type { ReadName } from '../contract/contract.ts'
import type { Notification } from '../contract/wire/notification.ts'

/** Every notification makes these old. */
export const noticed: readonly ReadName[] = ['readNotifications']

/** What a notification is about, as the server says it, and the reads that it makes old. */
const readsOf: Record<string, readonly ReadName[]> = {
  referral: ['readProfile', 'readReferralCode', 'readReferrals', 'readCredits', 'readWithdrawals'],
}

export const readsToldBy = ({ additionalData: { subject } }: Notification): readonly ReadName[] => [
  ...noticed,
  ...((typeof subject === 'string' && readsOf[subject]) || []),
]
