import type { User } from '../../src/contract/wire/account.ts'
import type { ApiKey } from '../http/handler.ts'

/**
 * Reduces a user to what an API token may read: no e-mail address, logins, wallets, preferences, referrals or
 * notifications, which belong to the user and to no organisation.
 */
export const userForToken = (user: User, { scopes, organizationId }: ApiKey): User => ({
  ...user,
  platformProfile: { ...user.platformProfile, email: null },
  preferences: { theme: 'default', referralEnabled: false },
  organizations: scopes.includes('read') ? user.organizations : [],
  defaultOrganization: user.defaultOrganization === organizationId ? organizationId : null,
  provider: { name: '' },
  providerProfiles: [],
  notifications: { unreadCount: 0, sequence: 0 },
})
