import { bigint, index, pgTable } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { id, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

/**
 * The lines of each booking of usage: an interval and its amount. They are arrays in one row, because a row for each instance
 * and minute would be the largest table. Rows never change.
 */
export const usageCharges = pgTable(
  'usage_charge',
  {
    bookingId: id<string>().primaryKey(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The time until which usage was counted. */
    until: time().notNull(),
    intervalIds: id<string>().array().notNull(),
    /** In micro-dollars, in the order of the intervals; negative for usage that did not happen. */
    amounts: bigint({ mode: 'bigint' }).array().notNull(),
  },
  (table) => [index().on(table.organizationId, table.until)],
)
