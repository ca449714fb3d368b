import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import { type AddressId, addressTypes } from '../../../../src/contract/wire/instance/address.ts'
import { counter, id, newId, time } from '../columns.ts'
import { instances, projects } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'

/** Addresses of the regions' pools that are in use. Its index on `ip` decides who gets one. */
export const addresses = pgTable(
  'address',
  {
    id: newId<AddressId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** A project with static addresses cannot be deleted. */
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id),
    type: text({ enum: addressTypes }).notNull(),
    /** Empty for a dedicated address. */
    name: text().notNull().default(''),
    ip: text().notNull(),
    region: text().notNull(),
    /** The instance that it is for, with the service of its newest configuration. */
    instanceId: id<InstanceId>().references(() => instances.id, { onDelete: 'set null' }),
    service: text().notNull().default(''),
    /** The system's codes of places where the gateway cannot listen, such as `tcp 80`. */
    listenErrors: jsonb().$type<Record<string, string>>().notNull().default({}),
    dailyPriceMicros: counter().notNull(),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('address_ip').on(table.ip),
    uniqueIndex('address_name').on(table.projectId, table.name).where(sql`${table.name} <> ''`),
    index().on(table.organizationId),
    index().on(table.instanceId),
  ],
)

/** Addresses that were given back: visitors of the former service may return, so no stranger gets one at once. */
export const releasedAddresses = pgTable('released_address', {
  ip: text().primaryKey(),
  /** The organisation may be deleted meanwhile. */
  organizationId: id<OrganizationId>().notNull(),
  releasedAt: time().notNull().defaultNow(),
})

/** Ports of shared addresses, each for one port of a service. */
export const sharedPorts = pgTable(
  'shared_port',
  {
    /** Empty for the address of the gateway. */
    address: text().notNull().default(''),
    protocol: text({ enum: ['tcp', 'udp'] }).notNull(),
    port: integer().notNull(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null once it was released; it then rests for a while, because visitors of the former instance may return. */
    instanceId: id<InstanceId>().references(() => instances.id, { onDelete: 'set null' }),
    service: text().notNull(),
    containerPort: integer().notNull(),
    listenError: text(),
    createdAt: time().notNull().defaultNow(),
    releasedAt: time(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.protocol, table.port] }),
    uniqueIndex('shared_port_of').on(table.instanceId, table.service, table.protocol, table.containerPort),
    index().on(table.organizationId),
  ],
)
