import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { channelTypes } from '../../../../src/contract/wire/alerts/alert-channel.ts'
import { type DeliveryId, deliveryStates } from '../../../../src/contract/wire/alerts/alert-delivery.ts'
import type { ChannelId } from '../../../../src/contract/wire/alerts/alert-ids.ts'
import type { AlertMessage } from '../../../../src/contract/wire/alerts/alert-message.ts'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { bytes, counter, id, newId, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

/** Where alerts are sent. */
export const alertChannels = pgTable(
  'alert_channel',
  {
    id: newId<ChannelId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    type: text({ enum: channelTypes }).notNull(),
    url: bytes().notNull(),
    shownUrl: text().notNull(),
    /** Null for chat services, which take no signatures. */
    secret: bytes(),
    previousSecret: bytes(),
    previousSecretUntil: time(),
    isEnabled: boolean().notNull().default(true),
    problem: text().notNull().default(''),
    failingSince: time(),
    lastDeliveredAt: time(),
    /** When its first waiting message is due; null while none waits. */
    nextAttemptAt: time(),
    /** The process that sends its messages, and until when; the lease of a dead process expires. */
    leaseOwner: text(),
    leaseUntil: time(),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('alert_channel_name').on(table.organizationId, sql`lower(${table.name})`),
    index('alert_channel_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null and ${table.isEnabled}`),
  ],
)

/** A message to a channel. */
export const alertDeliveries = pgTable(
  'alert_delivery',
  {
    id: newId<DeliveryId>(),
    channelId: id<ChannelId>()
      .notNull()
      .references(() => alertChannels.id, { onDelete: 'cascade' }),
    /** The order within its channel. */
    position: bigserial({ mode: 'number' }).notNull(),
    message: jsonb().$type<AlertMessage>().notNull(),
    state: text({ enum: deliveryStates }).notNull().default('waiting'),
    /** Since it was stored, or sent again by a user. */
    attempts: integer().notNull().default(0),
    waitingSince: time().notNull(),
    createdAt: time().notNull(),
    settledAt: time(),
  },
  (table) => [
    index('alert_delivery_waiting').on(table.channelId, table.position).where(sql`${table.state} = 'waiting'`),
    index().on(table.channelId, table.createdAt),
  ],
)

export const alertDeliveryAttempts = pgTable(
  'alert_delivery_attempt',
  {
    id: newId<string>(),
    deliveryId: id<DeliveryId>()
      .notNull()
      .references(() => alertDeliveries.id, { onDelete: 'cascade' }),
    startedAt: time().notNull(),
    durationMs: integer().notNull(),
    status: integer(),
    error: text().notNull().default(''),
    response: text().notNull().default(''),
  },
  (table) => [index().on(table.deliveryId, table.startedAt)],
)
