import { eq, like, or } from 'drizzle-orm'
import { latinUsernameFrom } from '../../src/rules/names/latin-username.ts'
import type { DbOrTx } from '../store/connection.ts'
import { users } from '../store/schema.ts'

const MAX_LENGTH = 60

/** Returns the preferred username in the form that a profile allows, with a number appended if it is taken. */
export const uniqueUsername = async (db: DbOrTx, preferred: string): Promise<string> => {
  const base =
    latinUsernameFrom(preferred)
      .replace(/_/g, '-')
      .replace(/^-+|(?<!-)-+$/g, '')
      .slice(0, MAX_LENGTH - 7) || 'person'
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
