import { jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ClusterId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import { counter, id, newId, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

/** Groups the instances that an organisation deployed from one source. */
export const clusters = pgTable(
  'cluster',
  {
    id: newId<ClusterId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The address of the source. */
    repository: text().notNull(),
    provider: text().notNull().default(''),
    tags: jsonb().$type<string[]>().notNull().default([]),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('cluster_source').on(table.organizationId, table.repository, table.provider, table.name)],
)
