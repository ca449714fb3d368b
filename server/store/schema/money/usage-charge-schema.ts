import { bigint, index, pgTable } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { id, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

/** What a booking of usage consists of. Never changed; one row for each booking, because a line for each instance and minute is much. */
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
