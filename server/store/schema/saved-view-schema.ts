import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { SavedViewId } from '../../../src/contract/wire/saved-view.ts'
import { counter, id, newId, time } from './columns.ts'
import { projects } from './compute-schema.ts'
import { organizations } from './organization-schema.ts'

export const savedViews = pgTable(
  'saved_view',
  {
    id: newId<SavedViewId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    query: text().notNull(),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('saved_view_name').on(table.projectId, sql`lower(${table.name})`),
    index().on(table.organizationId),
  ],
)
