import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import {
  type ScalingMeasure,
  scalingOutcomes,
  scalingReasons,
} from '../../../../src/contract/wire/instance/scaling/scaling-decision.ts'
import { id, newId, time } from '../columns.ts'
import { instances } from '../compute-schema.ts'

/** What was decided on the replicas of a service, with the numbers behind it. Never changed. */
export const scalingDecisions = pgTable(
  'scaling_decision',
  {
    id: newId<string>(),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    service: text().notNull(),
    outcome: text({ enum: scalingOutcomes }).notNull(),
    reason: text({ enum: scalingReasons }).notNull(),
    from: integer('from_replicas').notNull(),
    to: integer('to_replicas').notNull(),
    measures: jsonb().$type<ScalingMeasure[]>().notNull().default([]),
    message: text().notNull().default(''),
    /** The error code of a refusal. */
    code: text().notNull().default(''),
    at: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.instanceId, table.at), index().on(table.at)],
)
