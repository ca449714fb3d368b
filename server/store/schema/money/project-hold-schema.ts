import { index, pgTable } from 'drizzle-orm/pg-core'
import type { OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import { id } from '../columns.ts'
import { organizations } from '../organization-schema.ts'
import { ledgerHolds } from './ledger-schema.ts'

/** The hold that what runs in a project is paid from. It stays when the project is deleted, until its usage is booked. */
export const projectHolds = pgTable(
  'project_hold',
  {
    projectId: id<ProjectId>().primaryKey(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    holdId: id<string>()
      .notNull()
      .unique('project_hold_hold')
      .references(() => ledgerHolds.id),
  },
  (table) => [index().on(table.organizationId)],
)
