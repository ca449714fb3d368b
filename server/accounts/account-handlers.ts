import { eq, sql } from 'drizzle-orm'
import type { accountCalls } from '../../src/contract/calls/account-calls.ts'
import type { Handlers } from '../http/handler.ts'
import { personOf } from '../http/person-of.ts'
import { Refused } from '../http/refused.ts'
import { scopeOf } from '../http/scope-of.ts'
import type { Store } from '../store/connection.ts'
import { organizations, users } from '../store/schema.ts'
import { createOrganization } from './create-organization.ts'
import { findOrganization } from './find-organization.ts'
import { organizationWire } from './organization-wire.ts'
import { readNotifications } from './read-notifications.ts'
import { readUser } from './read-user.ts'
import { saveProfile } from './save-profile.ts'

/** People and organisations. */
export const accountHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof accountCalls> => ({
  readProfile: async ({ caller }) => ({ user: await readUser(db, personOf(caller).userId) }),

  saveProfile: async ({ caller, input }) => {
    const { userId } = personOf(caller)
    await saveProfile(db, userId, input)
    return { user: await readUser(db, userId) }
  },

  completeOnboarding: async ({ caller, input }) => {
    const { userId } = personOf(caller)
    await saveProfile(db, userId, input)
    return { user: await readUser(db, userId) }
  },

  savePreferences: async ({ caller, input: { theme } }) => {
    const { userId } = personOf(caller)
    await db.update(users).set({ theme, updatedAt: sql`now()` }).where(eq(users.id, userId))
    return { user: await readUser(db, userId) }
  },

  readNotifications: ({ caller, input }) => readNotifications(db, personOf(caller).userId, input),

  createOrganization: async ({ caller, input, settle }) => ({
    organization: await createOrganization(db, personOf(caller).userId, input, async (tx, organization) => {
      await settle?.(tx, { organization })
    }),
  }),

  readOrganization: async ({ scope }) => {
    const { organizationId, role } = scopeOf(scope)
    const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId))
    if (!row) throw new Refused('organizationNotFound')
    return { organization: organizationWire(row, role) }
  },

  findOrganization: async ({ caller, input: { username } }) => ({
    organization: await findOrganization(db, username, caller.kind === 'person' ? caller.userId : null),
  }),

  saveOrganization: async ({ scope, input: { name, image } }) => {
    const { organizationId, role } = scopeOf(scope)
    const [row] = await db
      .update(organizations)
      .set({ ...(name !== undefined && { name }), ...(image !== undefined && { image }), updatedAt: sql`now()` })
      .where(eq(organizations.id, organizationId))
      .returning()
    if (!row) throw new Refused('organizationNotFound')
    return { organization: organizationWire(row, role) }
  },
})
