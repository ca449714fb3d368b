import { and, eq } from 'drizzle-orm'
import type { Provider } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { providerNames } from '../../src/rules/sign-in-providers.ts'
import { clearUnprovedEmail, emailOwner } from '../accounts/email-owner.ts'
import { lockUsers } from '../accounts/lock-users.ts'
import { notifyUser } from '../live/outbox.ts'
import type { Db, DbOrTx } from '../store/connection.ts'
import { loginConnections, users } from '../store/schema.ts'
import { writeLoginAudit } from './login-audit.ts'
import type { ProviderIdentity } from './providers/sign-in-driver.ts'
import { liveSession } from './sessions.ts'
import { type SignInCode, SignInFailure } from './sign-in-failure.ts'

const alreadyConnected: Record<Provider, SignInCode> = {
  google: 'email_already_exists_with_another_account',
  github: 'user_already_has_github_connection',
  gitlab: 'user_already_has_gitlab_connection',
  bitbucket: 'user_already_has_bitbucket_connection',
}

/** A signed-in user who connects another login, and the session in which they started. */
export interface SignedInUser {
  userId: UserId
  session: string
}

/**
 * Throws `SignInFailure` if this login cannot be connected: it must belong to no other user, and its e-mail address
 * must match the account's, if that has one. Resolves with the user, or with null if they already have this login.
 */
export const checkConnection = async (
  db: DbOrTx,
  { userId, session }: SignedInUser,
  provider: Provider,
  identity: ProviderIdentity,
): Promise<typeof users.$inferSelect | null> => {
  // The user may have been signed out or lost admission while at the provider.
  if ((await liveSession(db, session))?.userId !== userId) throw failure('sign_in_failed')
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw failure('sign_in_failed')
  const [same] = await db
    .select()
    .from(loginConnections)
    .where(and(eq(loginConnections.provider, provider), eq(loginConnections.subject, identity.subject)))
  if (same?.userId === userId) return null
  if (same) throw failure(connectionTakenCode(provider))
  const [other] = await db
    .select()
    .from(loginConnections)
    .where(and(eq(loginConnections.provider, provider), eq(loginConnections.userId, userId)))
  if (other) throw failure(alreadyConnected[provider])
  const email = identity.email
  const owner = email ? await emailOwner(db, email) : null
  if (owner && owner !== userId) throw failure(connectionTakenCode(provider))
  if (user.email && !email) throw failure('new_connection_email_unknown')
  if (user.email && email?.toLowerCase() !== user.email.toLowerCase()) throw failure('new_connection_email_mismatch')
  return user
}

/** Connects another login to a user's account. */
export const connectLogin = (
  db: Db,
  signedInUser: SignedInUser,
  provider: Provider,
  identity: ProviderIdentity,
  address: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockUsers(tx)
    const user = await checkConnection(tx, signedInUser, provider, identity)
    if (!user) return
    const userId = user.id
    const email = identity.email
    const { subject, name, username, url } = identity
    await tx.insert(loginConnections).values({ userId, provider, subject, name, username, url })
    await notifyUser(tx, userId, {
      type: 'info',
      title: 'A login was connected',
      message: `You can now log in with ${providerNames[provider]} as ${username}. If you did not connect it, check the logins and sessions in your settings.`,
      additionalData: { subject: 'security' },
    })
    await writeLoginAudit(tx, { userId, address, change: 'connected', login: { provider, subject, username } })
    if (!email) return
    // A user who signed up with a wallet has no address yet; the provider's address is verified.
    await clearUnprovedEmail(tx, email, userId)
    await tx
      .update(users)
      .set({ email: user.email ?? email, emailVerified: true })
      .where(eq(users.id, userId))
  })

const failure = (code: SignInCode) => new SignInFailure(code, { isConnecting: true })

const connectionTakenCode = (provider: Provider): SignInCode =>
  provider === 'google' ? 'email_already_exists_with_another_account' : 'account_with_git_email_exists'
