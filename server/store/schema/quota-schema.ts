import { integer, pgTable } from 'drizzle-orm/pg-core'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { counter, id, time } from './columns.ts'
import { organizations } from './organization-schema.ts'

/** An operator's quotas for one organisation, which override the settings; null keeps the setting. */
export const organizationQuotas = pgTable('organization_quota', {
  organizationId: id<OrganizationId>()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  instances: integer(),
  cpuMilli: integer(),
  memoryBytes: counter(),
  storageBytes: counter(),
  ports: integer(),
  addresses: integer(),
  projects: integer(),
  updatedAt: time().notNull().defaultNow(),
})
