import type { LoginProvider } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { isWallet } from '../../src/rules/profile-email.ts'
import { providerNames } from '../../src/rules/sign-in-providers.ts'
import { writeOwnAudit } from '../audit/write-audit.ts'
import type { DbOrTx } from '../store/connection.ts'

interface LoginChange {
  userId: UserId
  address: string
  change: 'connected' | 'disconnected'
  login: { provider: LoginProvider; subject: string; username: string }
}

/** Writes to the user's security log that a way to sign in was added or removed. */
export const writeLoginAudit = (tx: DbOrTx, { userId, address, change, login }: LoginChange): Promise<void> => {
  const { provider, subject, username } = login
  const isOfWallet = isWallet(provider)
  return writeOwnAudit(tx, {
    userId,
    address,
    action: `${isOfWallet ? 'wallet' : 'login'}.${change}`,
    target: `${providerNames[provider]}, ${isOfWallet ? subject : username}`,
  })
}
