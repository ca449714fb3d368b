import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { ParsedOf } from '../../src/contract/contract.ts'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { reservedUsernames, usernameFrom } from '../../src/rules/usernames.ts'
import { Refused } from '../http/refused.ts'
import type { Db, Tx } from '../store/connection.ts'
import { members, organizations, users } from '../store/schema.ts'
import { organizationWire } from './organization-wire.ts'

/** Makes an organisation with its three sub-organisations. Its maker owns it; a person's first one becomes their default. */
export const createOrganization = async (
  db: Db,
  userId: UserId,
  { name, image, preferedAppType }: ParsedOf<'createOrganization'>,
  settle: (tx: Tx, organization: Organization) => Promise<void>,
): Promise<Organization> => {
  const username = usernameOf(name)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(organizations)
      .values({ name, username, image, preferedAppType, siteId: newId(), computeId: newId(), storageId: newId() })
      .onConflictDoNothing({ target: organizations.username })
      .returning()
    if (!row) throw nameRefused('usernameTaken')
    await tx.insert(members).values({ organizationId: row.id, userId, role: 'owner' })
    await tx
      .update(users)
      .set({ defaultOrganization: row.id })
      .where(and(eq(users.id, userId), isNull(users.defaultOrganization)))
    const organization = organizationWire(row, 'owner')
    await settle(tx, organization)
    return organization
  })
}

// A random UUID is an organisation's id by definition.
const newId = () => randomUUID() as OrganizationId

const usernameOf = (name: string): string => {
  const username = usernameFrom(name)
  if (reservedUsernames.has(username)) throw nameRefused('usernameReserved')
  if (/[a-z0-9]/.test(username)) return username
  throw nameRefused('invalid', 'Use at least one letter from a to z or a digit.')
}

const nameRefused = (code: 'usernameTaken' | 'usernameReserved' | 'invalid', words?: string): Refused => {
  const { message } = new Refused(code, words === undefined ? {} : { words })
  return new Refused(code, { words: message, fields: [{ field: 'name', message }] })
}
