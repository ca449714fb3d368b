import type { Organization } from '../contract/wire/account.ts'
import type { Notification } from '../contract/wire/notification.ts'
import { fundsPath } from '../rules/funds/notice-text.ts'

const bySubject: Record<string, string> = {
  profile: '/user/settings/general',
  security: '/user/settings/security',
  repositories: '/user/settings/login-connections',
  referral: '/user/settings/referrals',
}

/** Returns the path of what a notification is about; null if there is none, or the user is no longer a member of it. */
export const notificationPath = (
  {
    subject,
    organizationId,
    projectId,
    instance,
    job,
    alert,
    incident,
    alertChannel,
    inviteId,
    payment,
  }: Notification['additionalData'],
  organizations: readonly Organization[],
): string | null => {
  if (subject === 'onboarding') return firstStep(organizations)
  const organization = organizations.find(({ _id }) => _id === organizationId)
  if (subject === 'funds') return organization ? fundsPath(organization.profile.username) : null
  if (subject !== undefined) return bySubject[subject] ?? null
  if (!organization) return inviteId === undefined ? null : `/invite/${inviteId}`
  const { username } = organization.profile
  if (inviteId !== undefined) return `/${username}/dashboard`
  if (alert !== undefined)
    return `/${username}/alerts?${new URLSearchParams({ rule: alert, ...(incident && { incident }) })}`
  if (alertChannel !== undefined) return `/${username}/settings/channels?channel=${encodeURIComponent(alertChannel)}`
  if (payment?.id !== undefined) return `/${username}/billing/payments/${payment.id}`
  if (!projectId || !instance) return `/${username}/members`
  return `/${username}/${projectId}/${instance}${job === undefined ? '' : `/jobs?job=${encodeURIComponent(job)}`}`
}

/** A user with an organisation has finished onboarding. */
const firstStep = ([first]: readonly Organization[]): string =>
  first ? `/${first.profile.username}/dashboard` : '/onboarding'
