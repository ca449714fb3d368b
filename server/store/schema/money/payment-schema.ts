import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { PaymentId, PaymentState } from '../../../../src/contract/wire/money/payment.ts'
import type { PaymentMethodId } from '../../../../src/contract/wire/money/payment-method.ts'
import type { Actor } from '../../../audit/actor.ts'
import { id, newId, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'
import { paymentMethods } from './payment-method-schema.ts'

/** Purchases of credit by card. */
export const payments = pgTable(
  'payment',
  {
    id: newId<PaymentId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    paymentMethodId: id<PaymentMethodId>().references(() => paymentMethods.id, { onDelete: 'set null' }),
    title: text().notNull(),
    amountMicros: bigint({ mode: 'number' }).notNull(),
    state: text().$type<PaymentState>().notNull(),
    message: text(),
    /** The processor's payment intent; null until it exists. */
    chargeId: text(),
    /** Who pays, for the audit log. */
    paidBy: jsonb().$type<Actor>().notNull(),
    createdAt: time().notNull(),
    settledAt: time(),
  },
  (table) => [
    index().on(table.organizationId, table.createdAt),
    uniqueIndex('payment_charge').on(table.chargeId),
    // Two tabs that pay at once would charge twice.
    uniqueIndex('payment_open').on(table.organizationId).where(sql`settled_at is null`),
  ],
)
