import { sql } from 'drizzle-orm'
import { users } from './user-schema.ts'

/** What a person is called before others; null where there is no person. */
export const displayName = sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.username})`
