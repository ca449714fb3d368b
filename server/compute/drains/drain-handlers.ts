import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { drainCalls } from '../../../src/contract/calls/drains/drain-calls.ts'
import type { DrainId } from '../../../src/contract/wire/drains/drain-id.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Db } from '../../store/connection.ts'
import { drains } from '../../store/schema.ts'
import { checkDrainScope } from './check-drain-scope.ts'
import { changeDrain, lockDrain, notifyDrain } from './rows/change-drain.ts'
import type { DrainSecrets } from './rows/drain-secrets.ts'
import { drainWire } from './rows/drain-wire.ts'
import { mergeTarget } from './rows/merge-target.ts'
import { beginPositions, skipFilteredLogs } from './rows/positions.ts'
import { waitingLines } from './rows/waiting-lines.ts'
import { sendTestLine } from './send-test-line.ts'
import type { TargetConnections } from './targets/open-target.ts'

const MAX_PER_ORGANIZATION = 20
const HOUR_MS = 3_600_000

interface Options {
  db: Db
  secrets: DrainSecrets
  outgoing: TargetConnections
}

export const drainHandlers = ({ db, secrets, outgoing }: Options): Handlers<keyof typeof drainCalls> => ({
  async readDrains({ input: { id } }) {
    const [rows, waiting] = await Promise.all([
      db
        .select()
        .from(drains)
        .where(eq(drains.organizationId, id))
        .orderBy(asc(drains.name))
        .limit(MAX_PER_ORGANIZATION),
      waitingLines(db, sql`dr.organization_id = ${id}`),
    ])
    return { drains: rows.map(drainWire), waiting }
  },

  async readDrain({ input: { id } }) {
    const [row] = await db.select().from(drains).where(eq(drains.id, id))
    const [waiting] = await waitingLines(db, sql`dr.id = ${id}`)
    if (!waiting) throw new ApiError('notFound')
    return { drain: drainWire(row), waiting }
  },

  createDrain: (context) =>
    db.transaction(async (tx) => {
      const { input, scope, settle } = context
      const { organizationId } = scopeOf(scope)
      const { name, projectId, instanceId, logTypes, services, streams, backfillHours } = input
      requireLogs(context.scope?.permissions)
      // Two at once must not exceed the limit together.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drains ${organizationId}`}, 0))`)
      await checkDrainScope(tx, organizationId, { projectId, instanceId })
      if ((await tx.$count(drains, eq(drains.organizationId, organizationId))) >= MAX_PER_ORGANIZATION)
        throw fieldError(
          'name',
          `An organisation can have at most ${MAX_PER_ORGANIZATION} log drains. Delete one first.`,
        )
      const id = randomUUID() as DrainId // A new id, branded here.
      const { target, secrets: values } = mergeTarget(input.target, null)
      const startsAt = new Date(Date.now() - backfillHours * HOUR_MS)
      const settings = { name, projectId, instanceId, logTypes, services, streams, target }
      const [row] = await tx
        .insert(drains)
        .values({ id, organizationId, ...settings, startsAt, sealed: secrets.seal(id, values) })
        .returning()
      await beginPositions(tx, id, backfillHours > 0 ? startsAt : 'infinity')
      await notifyDrain(tx, id)
      const drain = drainWire(row)
      await publishOrganizationEvents(tx, organizationId, { kind: 'drainCreated', row: drain })
      await writeAudit(tx, context, { organizationId, action: 'drain.created', target: name, after: settings })
      await settle?.(tx, { drain })
      return { drain }
    }),

  updateDrain: (context) =>
    db.transaction(async (tx) => {
      const { id, target: given, ...changes } = context.input
      requireLogs(context.scope?.permissions)
      const before = await lockDrain(tx, id)
      if (given && given.type !== before.target.type)
        throw fieldError('target.type', 'The kind of target cannot be changed. Create another drain.')
      const known = { target: before.target, secrets: secrets.open(before) ?? {} }
      const merged = given && mergeTarget(given, known)
      await skipFilteredLogs(tx, id)
      await notifyDrain(tx, id)
      const drain = await changeDrain(tx, id, {
        ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
        ...(merged && { target: merged.target, sealed: secrets.seal(id, merged.secrets) }),
        updatedAt: sql`now()`,
      })
      if (!drain) throw new ApiError('notFound')
      const settingsOf = ({ name, logTypes, services, streams, target }: typeof before | typeof drain) => ({
        ...{ name, logTypes, services, streams, target },
      })
      await writeAudit(tx, context, {
        organizationId: before.organizationId,
        action: 'drain.changed',
        target: before.name,
        before: settingsOf(before),
        after: settingsOf(drain),
      })
      return { drain }
    }),

  async testDrain(context) {
    const [row] = await db.select().from(drains).where(eq(drains.id, context.input.id))
    if (!row) throw new ApiError('notFound')
    const { organizationId, name } = row
    await db.transaction((tx) => writeAudit(tx, context, { organizationId, action: 'drain.tested', target: name }))
    return sendTestLine({ db, secrets, outgoing }, row, context.signal)
  },

  setDrainState: (context) =>
    db.transaction(async (tx) => {
      const { id, enabled } = context.input
      const before = await lockDrain(tx, id)
      if (before.enabled === enabled) return { drain: drainWire(before) }
      await notifyDrain(tx, id)
      // A failure that was seen before the pause says nothing about the time after it.
      const drain = await changeDrain(tx, id, { enabled, failingSince: null, updatedAt: sql`now()` })
      if (!drain) throw new ApiError('notFound')
      const { organizationId, name } = before
      const action = enabled ? 'drain.resumed' : 'drain.paused'
      await writeAudit(tx, context, { organizationId, action, target: name })
      return { drain }
    }),

  deleteDrain: (context) =>
    db.transaction(async (tx) => {
      const { id, organizationId, name } = await lockDrain(tx, context.input.id)
      await tx.delete(drains).where(eq(drains.id, id))
      await notifyDrain(tx, id)
      await publishOrganizationEvents(tx, organizationId, { kind: 'drainRemoved', id })
      await writeAudit(tx, context, { organizationId, action: 'drain.deleted', target: name })
      return { message: 'The log drain was deleted' }
    }),
})

/** A drain shows its receiver every line, so whoever sets one up must be allowed to read them. */
function requireLogs(permissions: readonly string[] | undefined): void {
  if (!permissions?.includes('logs.read'))
    throw new ApiError('notAllowed', { message: 'Log drains need the permission to view logs.' })
}
