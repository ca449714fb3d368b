import type { QueryName } from '../contract/contract.ts'
import type { Notification } from '../contract/wire/notification.ts'

/** Every notification invalidates these. */
export const noticed: readonly QueryName[] = ['readNotifications']

/** A completed payment changes the credit. */
const paid: readonly QueryName[] = ['readCredits', 'readOrganizationCredits']

/** The queries that a notification invalidates, by the server's `subject`. */
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
