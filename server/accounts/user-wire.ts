import { type Organization, type User, wallets } from '../../src/contract/wire/account.ts'
import type { loginConnections, users } from '../store/schema.ts'

/** Connections oldest first: the first says how the person came. */
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

const isWallet = (provider: string): boolean => wallets.some((wallet) => wallet === provider)

/** Whoever came by a wallet came by `web3`, whichever it was. */
const providerName = (provider: string | undefined): string =>
  provider !== undefined && isWallet(provider) ? 'web3' : (provider ?? '')
