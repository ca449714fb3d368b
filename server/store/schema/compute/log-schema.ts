import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { DeploymentId, UserId } from '../../../../src/contract/wire/common.ts'
import type { LogType } from '../../../../src/contract/wire/log.ts'
import { bytes, counter, id, time } from '../columns.ts'
import { users } from '../user-schema.ts'
import { deployments } from './deployment-schema.ts'

/** Chunks of log lines. A chunk is written once, and changed only by merging or emptying it. */
export const logChunks = pgTable(
  'log_chunk',
  {
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    logType: text().$type<LogType>().notNull(),
    /** Empty for the only or first service. */
    service: text().notNull().default(''),
    /** The replica's id. Empty for the deployment log, and for logs from before instances had replicas. */
    replica: text().notNull().default(''),
    firstSequence: counter().notNull(),
    lastSequence: counter().notNull(),
    /** The times of its earliest and latest line. */
    firstAt: time().notNull(),
    lastAt: time().notNull(),
    /** Size of the lines as text. 0 if the lines were removed and only the position for resuming is left. */
    rawBytes: integer().notNull(),
    /**
     * Where reading the engine's output resumes, for each stream: the engine's time, and the bytes of that instant that
     * are already stored.
     */
    resume: jsonb().$type<Partial<Record<'stdout' | 'stderr', { atNs: string; bytes: number }>>>(),
    /** Encoded by `chunk-codec.ts`. Not compressed by PostgreSQL, because it already is. */
    lines: bytes().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({
      name: 'log_chunk_address',
      columns: [table.deploymentId, table.logType, table.service, table.replica, table.firstSequence],
    }),
    index().on(table.lastAt),
  ],
)

/** Log downloads that were requested but not fetched yet. */
export const logDownloads = pgTable('log_download', {
  /** SHA-256 of the ticket in the address, which works once. */
  ticketHash: bytes().primaryKey(),
  deploymentId: id<DeploymentId>()
    .notNull()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  /** The user, and the session or API token, that requested it: the download works while they may read the log. */
  userId: id<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: id<string>(),
  apiKeyId: id<string>(),
  logType: text().$type<LogType>().notNull(),
  service: text(),
  replica: text(),
  format: text({ enum: ['text', 'ndjson'] }).notNull(),
  firstSequence: counter().notNull(),
  /** Null means the newest line at the time of fetching. */
  lastSequence: counter(),
  expiresAt: time().notNull(),
})

/** Space that is released on a full disk, because deleting old rows needs some space itself. */
export const logReserve = pgTable('log_reserve', { block: bytes().notNull() })
