import type { GitProvider } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { providerNames } from '../../src/rules/sign-in-providers.ts'
import { writeOwnAudit } from '../audit/write-audit.ts'
import { notifyUser } from '../live/outbox.ts'
import type { Tx } from '../store/connection.ts'

interface GitChange {
  userId: UserId
  address: string
  provider: GitProvider
  username: string
  change: 'granted' | 'revoked'
}

/** Notifies a user that access to their repositories has changed, and writes it to their security log. */
export const recordGitChange = async (
  tx: Tx,
  { userId, address, provider, username, change }: GitChange,
): Promise<void> => {
  const repositories = `the repositories of ${username} at ${providerNames[provider]}`
  await notifyUser(tx, userId, {
    type: 'info',
    title: `Access to repositories was ${change}`,
    message:
      change === 'granted'
        ? `Longshore can now read ${repositories}. If you did not grant this, revoke it in your settings.`
        : `Longshore can no longer read ${repositories}.`,
    additionalData: { subject: 'repositories' },
  })
  await writeOwnAudit(tx, {
    userId,
    address,
    action: `repositories.${change}`,
    target: `${providerNames[provider]}, ${username}`,
  })
}
