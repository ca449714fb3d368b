import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { id, time } from './columns.ts'
import { organizations } from './organization-schema.ts'

/** When a registry last said that an organisation may read an image with certain credentials. */
export const imageConfirmations = pgTable(
  'image_confirmation',
  {
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Keyed hash of registry, user and password; of nothing for an anonymous pull. */
    credentialsHash: text().notNull(),
    /** As it was asked for. */
    image: text().notNull(),
    /** The name with the digest that the registry answered. */
    reference: text().notNull(),
    confirmedAt: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.credentialsHash, table.image] }),
    index().on(table.confirmedAt),
  ],
)

/** Images that Longshore brought to the engine, and may remove. What was there before is the operator's and is not here. */
export const pulledImages = pgTable('pulled_image', {
  reference: text().primaryKey(),
  pulledAt: time().notNull().defaultNow(),
  /** Since when no instance uses it; null while one does. */
  unusedSince: time(),
})
