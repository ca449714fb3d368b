import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { ShellKind } from '../../../../src/contract/calls/containers/shell-calls.ts'
import type { InstanceId, OrganizationId, UserId } from '../../../../src/contract/wire/common.ts'
import { id, newId, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'
import { users } from '../user-schema.ts'

/** Shells and file browsers that were requested or are open. The id marks the processes of a shell in its container. */
export const shellSessions = pgTable(
  'shell_session',
  {
    id: newId<string>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Not a reference: the end of a session is recorded also when its instance is gone. */
    instanceId: id<InstanceId>().notNull(),
    instanceName: text().notNull(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session or API token that requested it, the only one that may use it. */
    callerId: text().notNull(),
    apiKeyName: text(),
    address: text().notNull(),
    kind: text().$type<ShellKind>().notNull(),
    engine: text().notNull(),
    workloadId: text().notNull(),
    service: text().notNull(),
    replica: integer().notNull(),
    /** The control plane that serves it. */
    node: id<string>(),
    startedAt: time(),
    /** Renewed by its node. What is left of a session after this time is ended by any node. */
    leasedUntil: time().notNull(),
  },
  (table) => [index().on(table.leasedUntil)],
)
