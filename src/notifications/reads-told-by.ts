import type { ReadName } from '../contract/contract.ts'
import type { Notification } from '../contract/wire/notification.ts'

/** Every notification makes these old. */
export const noticed: readonly ReadName[] = ['readNotifications']

/** A payment that went through moves what there is to spend. */
const paid: readonly ReadName[] = ['readCredits', 'readOrganizationCredits']

/** What a notification is about, as the server says it, and the reads that it makes old. */
const readsOf: Record<string, readonly ReadName[]> = {
  security: ['readProfile', 'readFactors', 'readSessions', 'readSecurityLog'],
  referral: ['readProfile', 'readReferralCode', 'readReferrals', 'readCredits', 'readWithdrawals'],
}

export const readsToldBy = ({ additionalData: { subject, payment } }: Notification): readonly ReadName[] => [
  ...noticed,
  ...((subject !== undefined && readsOf[subject]) || []),
  ...(payment?.status === 'completed' ? paid : []),
]
