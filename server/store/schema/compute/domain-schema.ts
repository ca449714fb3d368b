import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { InstanceId, OrganizationId } from '../../../../src/contract/wire/common.ts'
import {
  certificateStates,
  type DomainCheck,
  type DomainId,
  domainStates,
  domainTypes,
} from '../../../../src/contract/wire/domains/domain.ts'
import { bytes, counter, id, newId, time } from '../columns.ts'
import { instances } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'

/** Host names of instances. An index decides which organisation holds a name. */
export const domains = pgTable(
  'domain',
  {
    id: newId<DomainId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    type: text({ enum: domainTypes }).notNull(),
    /** In ASCII and lower case. */
    name: text().notNull(),
    containerPort: integer(),
    /** What its owner proves the name with. Of this row only, so that nobody can prove a name for another. */
    proof: text().notNull(),
    state: text({ enum: domainStates }).notNull().default('pending'),
    failures: integer().notNull().default(0),
    failingSince: time(),
    checks: jsonb().$type<DomainCheck[]>().notNull().default([]),
    checkedAt: time(),
    nextCheckAt: time().defaultNow(),
    redirectToHttps: boolean().notNull().default(true),
    hstsSeconds: integer().notNull().default(0),
    leaseOwner: text(),
    leaseUntil: time(),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('domain_claim').on(table.organizationId, table.name),
    uniqueIndex('domain_holder').on(table.name).where(sql`${table.state} in ('verified', 'unreachable')`),
    index().on(table.instanceId),
    index().on(table.name),
    index('domain_due').on(table.nextCheckAt),
  ],
)

/** The certificate of a domain, and the order of the next one. */
export const domainCertificates = pgTable(
  'domain_certificate',
  {
    domainId: id<DomainId>()
      .primaryKey()
      .references(() => domains.id, { onDelete: 'cascade' }),
    state: text({ enum: certificateStates }).notNull().default('none'),
    source: text({ enum: ['acme', 'uploaded'] }),
    /** The leaf first, then its issuers, as PEM. */
    chain: text().notNull().default(''),
    sealedKey: bytes(),
    issuer: text().notNull().default(''),
    names: jsonb().$type<string[]>().notNull().default([]),
    notBefore: time(),
    expiresAt: time(),
    failures: integer().notNull().default(0),
    error: text().notNull().default(''),
    nextAttemptAt: time(),
    /** The order in progress, so that another process continues it. */
    orderUrl: text(),
    sealedOrderKey: bytes(),
    challengeType: text({ enum: ['http-01', 'tls-alpn-01', 'dns-01'] }),
    challengeToken: text(),
    keyAuthorization: text(),
    leaseOwner: text(),
    leaseUntil: time(),
  },
  (table) => [
    index('domain_certificate_due').on(table.nextAttemptAt),
    index('domain_certificate_challenge').on(table.challengeToken),
  ],
)

/** Accounts at certificate authorities. */
export const acmeAccounts = pgTable('acme_account', {
  directoryUrl: text().primaryKey(),
  /** Null until the authority has confirmed it. */
  accountUrl: text(),
  sealedKey: bytes().notNull(),
  /** Nothing is sent before this time: the authority asked for it. */
  pausedUntil: time(),
  createdAt: time().notNull().defaultNow(),
})

/** Orders that were begun, counted against the limits of the authority. */
export const certificateOrders = pgTable(
  'certificate_order',
  {
    id: newId<string>(),
    directoryUrl: text().notNull(),
    registeredDomain: text().notNull(),
    name: text().notNull(),
    startedAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.registeredDomain, table.startedAt)],
)
