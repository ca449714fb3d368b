import { eq, sql } from 'drizzle-orm'
import type { accountCalls } from '../../src/contract/calls/account-calls.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { bannersToSee } from '../banners/banners-to-see.ts'
import type { Config } from '../config.ts'
import type { Handlers } from '../http/handler.ts'
import { apiKeyOf, keyOrganization, requireUser } from '../http/require-user.ts'
import { readKeys } from '../keys/read-keys.ts'
import type { Store } from '../store/connection.ts'
import { users } from '../store/schema.ts'
import { readUser } from './read-user.ts'
import { saveProfile } from './save-profile.ts'
import { userForToken } from './user-for-token.ts'

/** Handlers for the caller's own profile and preferences. */
export const accountHandlers = (
  { db }: Pick<Store, 'db'>,
  { product }: Pick<Config, 'product'>,
): Handlers<keyof typeof accountCalls> => {
  const readProfile = async (userId: UserId) => {
    const [user, tokens, banners] = await Promise.all([
      readUser(db, userId),
      readKeys(db, userId),
      bannersToSee(db, product, userId),
    ])
    return { user: { ...user, tokens, banner: banners[0] ?? null } }
  }

  return {
    readProfile: async ({ caller }) => {
      const { userId } = requireUser(caller)
      const apiKey = apiKeyOf(caller)
      if (!apiKey) return readProfile(userId)
      const user = await readUser(db, userId, keyOrganization(caller))
      return { user: { ...userForToken(user, apiKey), tokens: [], banner: null } }
    },

    saveProfile: async ({ caller, input }) => {
      const { userId } = requireUser(caller)
      await saveProfile(db, userId, input)
      return readProfile(userId)
    },

    completeOnboarding: async ({ caller, input }) => {
      const { userId } = requireUser(caller)
      await saveProfile(db, userId, input)
      return readProfile(userId)
    },

    savePreferences: async ({ caller, input: { theme } }) => {
      const { userId } = requireUser(caller)
      await db.update(users).set({ theme, updatedAt: sql`now()` }).where(eq(users.id, userId))
      return readProfile(userId)
    },
  }
}
