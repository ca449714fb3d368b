import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { VariableGroup, VariableGroupId } from '../../../../src/contract/wire/project/variable-group.ts'
import { bytes, counter, id, newId, time } from '../columns.ts'
import { projects } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'

export const variableGroups = pgTable(
  'variable_group',
  {
    id: newId<VariableGroupId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Names only; the values are sealed. */
    variables: jsonb().$type<VariableGroup['variables']>().notNull(),
    sealed: bytes().notNull(),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('variable_group_name').on(table.projectId, table.name), index().on(table.organizationId)],
)
