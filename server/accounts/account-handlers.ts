import { eq, sql } from 'drizzle-orm'
import type { accountCalls } from '../../src/contract/calls/account-calls.ts'
import type { Handlers } from '../http/handler.ts'
import { apiKeyOf, keyOrganization, requireUser } from '../http/require-user.ts'
import type { Store } from '../store/connection.ts'
import { users } from '../store/schema.ts'
import { readUser } from './read-user.ts'
import { saveProfile } from './save-profile.ts'
import { userForToken } from './user-for-token.ts'

/** Handlers for the caller's own profile and preferences. */
export const accountHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof accountCalls> => ({
  readProfile: async ({ caller }) => {
    const user = await readUser(db, requireUser(caller).userId, keyOrganization(caller))
    const apiKey = apiKeyOf(caller)
    return { user: apiKey ? userForToken(user, apiKey) : user }
  },

  saveProfile: async ({ caller, input }) => {
    const { userId } = requireUser(caller)
    await saveProfile(db, userId, input)
    return { user: await readUser(db, userId) }
  },

  completeOnboarding: async ({ caller, input }) => {
    const { userId } = requireUser(caller)
    await saveProfile(db, userId, input)
    return { user: await readUser(db, userId) }
  },

  savePreferences: async ({ caller, input: { theme } }) => {
    const { userId } = requireUser(caller)
    await db.update(users).set({ theme, updatedAt: sql`now()` }).where(eq(users.id, userId))
    return { user: await readUser(db, userId) }
  },
})
