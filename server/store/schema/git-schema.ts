import { foreignKey, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { gitProviders } from '../../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { bytes, id, time } from './columns.ts'
import { members } from './organization-schema.ts'

/** A member's permission to read their repositories at a git provider, for one organisation. Ends with the membership. */
export const gitAuthorizations = pgTable(
  'git_authorization',
  {
    organizationId: id<OrganizationId>().notNull(),
    userId: id<UserId>().notNull(),
    provider: text({ enum: gitProviders }).notNull(),
    /** The provider's own id of the account, and its name there. */
    subject: text().notNull(),
    username: text().notNull(),
    /** The provider's tokens, sealed. */
    tokens: bytes().notNull(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.provider] }),
    foreignKey({
      name: 'git_authorization_member_fk',
      columns: [table.organizationId, table.userId],
      foreignColumns: [members.organizationId, members.userId],
    }).onDelete('cascade'),
  ],
)
