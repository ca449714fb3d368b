import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { bytes, id, newId, time } from './columns.ts'
import { organizations } from './organization-schema.ts'
import { users } from './user-schema.ts'

/** Uploaded and re-encoded pictures of users and organisations: the one in use, and one that may be chosen. */
export const avatars = pgTable(
  'avatar',
  {
    id: newId<string>(),
    userId: id<UserId>().references(() => users.id, { onDelete: 'cascade' }),
    organizationId: id<OrganizationId>().references(() => organizations.id, { onDelete: 'cascade' }),
    mediaType: text().notNull(),
    data: bytes().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.userId),
    index().on(table.organizationId),
    check('avatar_owner', sql`num_nonnulls(${table.userId}, ${table.organizationId}) = 1`),
  ],
)
