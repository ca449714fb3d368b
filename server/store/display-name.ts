import { sql } from 'drizzle-orm'
import { users } from './user-schema.ts'

/** The name of a user that others see; null if there is no user. */
export const displayName = sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.username})`
