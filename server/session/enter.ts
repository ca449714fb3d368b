import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { LoginProvider } from '../../src/contract/wire/account.ts'
import type { Config } from '../config.ts'
import { overTls } from '../http/security-headers.ts'
import { whereOf } from '../http/where-of.ts'
import type { Store } from '../store/connection.ts'
import { users } from '../store/schema.ts'
import type { Admitted } from './admit-person.ts'
import { beginPendingSignIn } from './factors/pending-sign-ins.ts'
import { hasSecondFactor } from './factors/user-factors.ts'
import { sessionCookie } from './session-cookie.ts'
import { SignInFailure } from './sign-in-failure.ts'
import type { Tokens } from './tokens.ts'

/** An access token for the console, and the cookie that renews it. */
export interface Entered {
  /** Where a second factor is missing, a pending sign-in, which is no token and opens nothing yet. */
  token: string
  cookie: string | null
  /** The account was made just now. */
  isNew: boolean
}

/** The console's page that takes the token. */
export const callbackOf = (provider: LoginProvider, { token, isNew }: Pick<Entered, 'token' | 'isNew'>): string =>
  `/callback/${provider}?${new URLSearchParams({ token, ...(isNew && { new: '1' }) })}`

export type Enter = (admitted: Admitted, provider: LoginProvider, request: FastifyRequest) => Promise<Entered>

/** Lets a person in whom a login has proved; those who are banned stay out. */
export const createEnter =
  ({ config, store, tokens }: { config: Pick<Config, 'publicUrl'>; store: Store; tokens: Tokens }): Enter =>
  async ({ userId, isNew }, provider, request) => {
    const [person] = await store.db.select({ bannedFor: users.bannedFor }).from(users).where(eq(users.id, userId))
    if (person?.bannedFor != null) throw new SignInFailure('banned')
    const how = { provider, ...whereOf(request) }
    if (await hasSecondFactor(store.db, userId))
      return { token: await beginPendingSignIn(store.db, userId, how), isNew, cookie: null }
    const { token, secret } = await tokens.open(userId, how)
    return { token, isNew, cookie: sessionCookie(secret, overTls(config)) }
  }
