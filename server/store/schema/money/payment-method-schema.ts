import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { PaymentMethodId } from '../../../../src/contract/wire/money/payment-method.ts'
import type { Actor } from '../../../audit/actor.ts'
import { id, newId, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

const organizationId = () =>
  id<OrganizationId>()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' })

/** How the card processor calls an organisation. */
export const cardCustomers = pgTable('card_customer', {
  organizationId: organizationId().primaryKey(),
  customerId: text().notNull(),
})

/** Cards of organisations. The processor has their numbers; these rows say which card it is. */
export const paymentMethods = pgTable(
  'payment_method',
  {
    id: newId<PaymentMethodId>(),
    organizationId: organizationId(),
    /** The processor's setup intent; null until it exists. */
    setupId: text(),
    /** The processor's payment method; null until the card is attached. */
    cardId: text(),
    /** The same for every row of the same card number. */
    fingerprint: text(),
    brand: text(),
    last4: text(),
    expirationMonth: integer(),
    expirationYear: integer(),
    isPrimary: boolean().notNull().default(false),
    /** Who began to attach the card, for the audit log. */
    addedBy: jsonb().$type<Actor>().notNull(),
    createdAt: time().notNull(),
    connectedAt: time(),
  },
  (table) => [
    index().on(table.organizationId),
    uniqueIndex('payment_method_card').on(table.cardId),
    uniqueIndex('payment_method_primary').on(table.organizationId).where(sql`is_primary`),
    uniqueIndex('payment_method_number')
      .on(table.organizationId, table.fingerprint)
      .where(sql`connected_at is not null`),
  ],
)
