import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { id, time } from './columns.ts'
import { organizations } from './organization-schema.ts'

/** When a registry last confirmed that an organisation may read an image with certain credentials. */
export const imageConfirmations = pgTable(
  'image_confirmation',
  {
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Keyed hash of registry, user and password; of an empty value for an anonymous pull. */
    credentialsHash: text().notNull(),
    /** As requested. */
    image: text().notNull(),
    /** The name with the digest that the registry returned. */
    reference: text().notNull(),
    confirmedAt: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.credentialsHash, table.image] }),
    index().on(table.confirmedAt),
  ],
)

/**
 * Images that Longshore pulled, and may remove. Images that existed before belong to the operator and are not listed.
 */
export const pulledImages = pgTable('pulled_image', {
  reference: text().primaryKey(),
  /** The engines that pulled it, as in `replica.engine`. */
  engines: text().array().notNull().default(['']),
  pulledAt: time().notNull().defaultNow(),
  /** When the last instance stopped using it; null while one uses it. */
  unusedSince: time(),
})
