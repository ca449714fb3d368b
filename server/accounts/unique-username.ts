import { eq, like, or } from 'drizzle-orm'
import { latinUsernameFrom } from '../../src/rules/names/latin-username.ts'
import { usernameFrom } from '../../src/rules/usernames.ts'
import type { DbOrTx } from '../store/connection.ts'
import { users } from '../store/schema.ts'

/** Of the 60 characters of a username; the rest is for the number. */
const MAX_BASE_LENGTH = 53

/** Returns the preferred username in the form that a profile allows, with a number appended if it is taken. */
export const uniqueUsername = async (db: DbOrTx, preferred: string): Promise<string> => {
  const base = usernameFrom(latinUsernameFrom(preferred).replace(/_/g, ' '), MAX_BASE_LENGTH) || 'person'
  const rows = await db
    .select({ username: users.username })
    .from(users)
    .where(or(eq(users.username, base), like(users.username, `${base}-%`)))
  const taken = new Set(rows.map((row) => row.username))
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}-${number}`)) number += 1
  return `${base}-${number}`
}
