import { pgTable, text } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { id, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

export const stopReasons = ['funds'] as const

/** Organisations of which nothing may run, until the row is deleted. */
export const computeStops = pgTable('compute_stop', {
  organizationId: id<OrganizationId>()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  reason: text({ enum: stopReasons }).notNull(),
  stoppedAt: time().notNull().defaultNow(),
})
