import { and, eq } from 'drizzle-orm'
import type { LoginProvider } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { clearUnprovedEmail, emailOwner } from '../accounts/email-owner.ts'
import { lockUsers } from '../accounts/lock-users.ts'
import { uniqueUsername } from '../accounts/unique-username.ts'
import { notifyUser } from '../live/outbox.ts'
import { recordReferral } from '../referral/record-referral.ts'
import type { Db, DbOrTx, Tx } from '../store/connection.ts'
import { loginConnections, users } from '../store/schema.ts'
import { writeLoginAudit } from './login-audit.ts'
import type { ProviderIdentity } from './providers/sign-in-driver.ts'
import { SignInFailure } from './sign-in-failure.ts'

export interface SignIn {
  provider: LoginProvider
  identity: ProviderIdentity
  /** What to do with a login that belongs to no user. */
  unknownUser: 'create' | 'reject'
  /** What to do when the verified e-mail address belongs to an account without this connection. */
  sameEmail: 'connect' | 'reject'
  referralCode?: string | undefined
  productName: string
  /** The user's network address. */
  address: string
}

export interface SignInResult {
  userId: UserId
  /** Whether the account was just created. */
  isNew: boolean
}

/** Finds or creates the user who signs in. Two concurrent first sign-ins create one user. */
export const findOrCreateUser = async (db: Db, signIn: SignIn): Promise<SignInResult> => {
  const known = await findConnected(db, signIn)
  if (known) return { userId: known, isNew: false }
  return db.transaction(async (tx) => {
    await lockUsers(tx)
    const meanwhile = await findConnected(tx, signIn)
    return meanwhile ? { userId: meanwhile, isNew: false } : connectOrCreateUser(tx, signIn)
  })
}

const findConnected = async (db: DbOrTx, { provider, identity }: SignIn): Promise<UserId | null> => {
  const [row] = await db
    .select({ userId: loginConnections.userId })
    .from(loginConnections)
    .where(and(eq(loginConnections.provider, provider), eq(loginConnections.subject, identity.subject)))
  return row?.userId ?? null
}

const connectOrCreateUser = async (tx: Tx, signIn: SignIn): Promise<SignInResult> => {
  const owner = signIn.identity.email ? await emailOwner(tx, signIn.identity.email) : null
  if (owner && signIn.sameEmail === 'reject')
    throw new SignInFailure(
      signIn.provider === 'google' ? 'email_already_exists_with_another_account' : 'account_with_git_email_exists',
    )
  if (!owner && signIn.unknownUser === 'reject') throw new SignInFailure('user_not_found')
  const userId = owner ?? (await createUser(tx, signIn))
  const { subject, name, username, url } = signIn.identity
  await tx.insert(loginConnections).values({ userId, provider: signIn.provider, subject, name, username, url })
  const login = { provider: signIn.provider, subject, username }
  await writeLoginAudit(tx, { userId, address: signIn.address, change: 'connected', login })
  return { userId, isNew: owner === null }
}

const createUser = async (tx: Tx, { identity, referralCode, productName }: SignIn): Promise<UserId> => {
  const { name, email, avatar } = identity
  const username = await uniqueUsername(tx, identity.username)
  const [user] = await tx
    .insert(users)
    .values({ username, name, email, emailVerified: email !== null, avatar, referredWith: referralCode ?? null })
    .returning({ id: users.id })
  if (!user) throw new Error('The user was not written.')
  if (email !== null) await clearUnprovedEmail(tx, email, user.id)
  if (referralCode !== undefined) await recordReferral(tx, user.id, referralCode)
  await notifyUser(tx, user.id, {
    type: 'info',
    title: `Welcome to ${productName}`,
    message: 'Create an organisation, then deploy your first instance.',
    additionalData: { subject: 'onboarding' },
  })
  return user.id
}
