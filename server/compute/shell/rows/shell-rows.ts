import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { ShellEndReason } from '../../../../src/contract/shell/shell.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import type { Caller } from '../../../http/handler.ts'
import { requireUser } from '../../../http/require-user.ts'
import type { Db } from '../../../store/connection.ts'
import { shellSessions } from '../../../store/schema.ts'

export type ShellRow = typeof shellSessions.$inferSelect

const LEASE_SECONDS = 30
/** How long a requested session waits to be started, and a lost one for the next attempt to end it. */
const WAIT_SECONDS = 60
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** The session or API token of a caller. */
export const callerIdOf = (caller: Caller): string => {
  const { by } = requireUser(caller)
  return 'session' in by ? by.session : by.apiKey.id
}

export interface ShellRows {
  request(row: Omit<ShellRow, 'id' | 'node' | 'startedAt' | 'leasedUntil'>): Promise<string>
  find(id: string): Promise<ShellRow | undefined>
  /** Takes a requested session for this node, and records its start. Undefined when it cannot be started any more. */
  start(id: string, author: Author): Promise<ShellRow | undefined>
  /** Returns the sessions that this node still has. */
  renew(ids: string[]): Promise<Set<string>>
  /** Takes the sessions of nodes that are gone, with `all` also those whose lease has not expired. */
  takeLost(all?: boolean): Promise<ShellRow[]>
  /**
   * Forgets a session, and records its end if it had started. Returns how long it lasted, or undefined where nothing was
   * recorded.
   */
  finish(row: ShellRow, reason: ShellEndReason): Promise<number | undefined>
}

export function createShellRows(db: Db, node: string): ShellRows {
  return {
    async request(row) {
      const [made] = await db
        .insert(shellSessions)
        .values({ ...row, leasedUntil: inSeconds(WAIT_SECONDS) })
        .returning({ id: shellSessions.id })
      return made?.id ?? ''
    },

    find: async (id) => (await db.select().from(shellSessions).where(eq(shellSessions.id, id)))[0],

    start: (id, author) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(shellSessions)
          .set({ node, startedAt: sql`now()`, leasedUntil: inSeconds(LEASE_SECONDS) })
          .where(and(eq(shellSessions.id, id), isNull(shellSessions.node), sql`${shellSessions.leasedUntil} > now()`))
          .returning()
        // The entry is written first: a session that nobody may know of does not open.
        if (row) await writeAudit(tx, { ...author, address: row.address }, { ...changeOf(row), action: 'shell.opened' })
        return row
      }),

    async renew(ids) {
      if (ids.length === 0) return new Set()
      const kept = await db
        .update(shellSessions)
        .set({ leasedUntil: inSeconds(LEASE_SECONDS) })
        .where(and(inArray(shellSessions.id, ids), eq(shellSessions.node, node)))
        .returning({ id: shellSessions.id })
      return new Set(kept.map(({ id }) => id))
    },

    takeLost: (all = false) =>
      db
        .update(shellSessions)
        .set({ node, leasedUntil: inSeconds(WAIT_SECONDS) })
        .where(all ? undefined : lt(shellSessions.leasedUntil, sql`now()`))
        .returning(),

    finish: (row, reason) =>
      db.transaction(async (tx) => {
        const [ended] = await tx
          .delete(shellSessions)
          .where(eq(shellSessions.id, row.id))
          .returning({
            durationMs: sql<number | null>`(extract(epoch from now() - ${shellSessions.startedAt}) * 1000)::float8`,
          })
        if (!ended || ended.durationMs === null) return undefined
        const { durationMs } = ended
        const change = changeOf(row)
        await writeAudit(tx, authorOf(row), {
          ...change,
          action: 'shell.closed',
          after: { ...change.after, seconds: Math.round(durationMs / 1000), reason },
        })
        return durationMs
      }),
  }
}

const changeOf = ({ organizationId, instanceName, kind, service, replica }: ShellRow) => ({
  organizationId,
  target: instanceName,
  after: { kind, service, replica },
})

/** Whoever opened the session, who may have left meanwhile. */
const authorOf = ({ userId, callerId, apiKeyName, address, organizationId }: ShellRow): Author => ({
  address,
  caller: {
    kind: 'user',
    userId,
    by:
      apiKeyName === null
        ? { session: callerId, expiresAtMs: 0 }
        : {
            apiKey: {
              id: callerId,
              name: apiKeyName,
              organizationId,
              appType: 'compute',
              scopes: [],
              expiresAtMs: null,
            },
          },
  },
})
