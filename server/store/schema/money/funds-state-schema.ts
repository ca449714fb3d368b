import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { FundsState } from '../../../../src/rules/funds/funds-state.ts'
import { id, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

/** Organisations whose funds are low or used up; without a row there is nothing to do. */
export const fundsStates = pgTable('funds_state', {
  organizationId: id<OrganizationId>()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  state: jsonb().$type<FundsState>().notNull(),
  /** How many lots of credit the organisation had then: more of them are a top-up. */
  lots: integer().notNull(),
  changedAt: time().notNull(),
})
