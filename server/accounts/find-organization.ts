import { and, eq, isNull } from 'drizzle-orm'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { Refused } from '../http/refused.ts'
import type { DbOrTx } from '../store/connection.ts'
import { members, organizations } from '../store/schema.ts'
import { organizationWire } from './organization-wire.ts'

/** A private organisation does not exist for those who are not its members. */
export const findOrganization = async (db: DbOrTx, username: string, reader: UserId | null): Promise<Organization> => {
  const [row] = await db
    .select()
    .from(organizations)
    .where(and(eq(organizations.username, username.toLowerCase()), isNull(organizations.deletedAt)))
  if (!row) throw new Refused('organizationNotFound')
  const [membership] = reader
    ? await db
        .select({ role: members.role })
        .from(members)
        .where(and(eq(members.organizationId, row.id), eq(members.userId, reader)))
    : []
  if (!membership && !row.publiclyAccessible) throw new Refused('organizationNotFound')
  return organizationWire(row, membership?.role ?? null)
}
