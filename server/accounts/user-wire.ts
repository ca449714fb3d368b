import { type LoginProvider, type Organization, type User, WEB3 } from '../../src/contract/wire/account.ts'
import { isWallet } from '../../src/rules/profile-email.ts'
import type { loginConnections, users } from '../store/schema.ts'

/** Expects the connections oldest first: the first is the login with which the user signed up. */
export const userWire = (
  row: typeof users.$inferSelect & { unreadCount: number },
  organizations: Organization[],
  connections: (typeof loginConnections.$inferSelect)[],
): User => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  platformProfile: {
    username: row.username,
    name: row.name,
    email: row.email,
    avatar: row.avatar,
    role: row.role,
  },
  preferences: { theme: row.theme, referralEnabled: row.referralEnabled },
  organizations,
  defaultOrganization: row.defaultOrganization,
  provider: { name: providerName(connections[0]?.provider) },
  providerProfiles: connections.map(({ provider, subject, name, username, url, createdAt }) => ({
    providerName: provider,
    id: subject,
    name,
    username,
    html_url: url,
    createdAt: createdAt.toISOString(),
  })),
  notifications: { unreadCount: row.unreadCount, sequence: row.notificationSequence },
  canDeploy: Boolean(row.email),
})

const providerName = (provider: LoginProvider | undefined): string =>
  provider !== undefined && isWallet(provider) ? WEB3 : (provider ?? '')
