import type { QueryName } from '../contract/contract.ts'
import type { Notification } from '../contract/wire/notification.ts'

/** Every notification makes these old. */
export const noticed: readonly QueryName[] = ['readNotifications']

/** A payment that went through moves what there is to spend. */
const paid: readonly QueryName[] = ['readCredits', 'readOrganizationCredits']

/** What a notification is about, as the server says it, and the reads that it makes old. */
const queriesOf: Record<string, readonly QueryName[]> = {
  security: ['readProfile', 'readFactors', 'readSessions', 'readSecurityLog'],
  referral: ['readProfile', 'readReferralCode', 'readReferrals', 'readCredits', 'readWithdrawals'],
}

export const invalidatedByNotification = ({
  additionalData: { subject, payment },
}: Notification): readonly QueryName[] => [
  ...noticed,
  ...((subject !== undefined && queriesOf[subject]) || []),
  ...(payment?.status === 'completed' ? paid : []),
]
