import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { alertCalls } from '../../../src/contract/calls/alerts/alert-calls.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { SearchPool } from '../../compute/logs/search/search-pool.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { requireFreeName } from '../../kinds/require-free-name.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { alertIncidents, alertLogCounts, alertStates, alerts } from '../../store/schema.ts'
import type { AlertChannels } from '../messages/alert-message.ts'
import { alertWire } from './alert-wire.ts'
import { checkPattern, checkScope } from './check-alert.ts'
import { changeAlert, lockAlert } from './publish-alert.ts'

const MAX_PER_ORGANIZATION = 200

interface Options {
  db: Db
  searchPool: SearchPool
  channels: AlertChannels
}

type RuleCall = 'readAlerts' | 'readAlert' | 'createAlert' | 'updateAlert' | 'muteAlert' | 'deleteAlert'

export const alertHandlers = ({
  db,
  searchPool,
  channels,
}: Options): Handlers<Extract<keyof typeof alertCalls, RuleCall>> => ({
  async readAlerts({ scope }) {
    const rows = await db
      .select()
      .from(alerts)
      .where(eq(alerts.organizationId, scopeOf(scope).organizationId))
      .orderBy(asc(alerts.name))
      .limit(MAX_PER_ORGANIZATION)
    return { alerts: rows.map(alertWire) }
  },

  async readAlert({ input }) {
    const [row] = await db.select().from(alerts).where(eq(alerts.id, input.id))
    return { alert: alertWire(row) }
  },

  async createAlert(context) {
    const { organizationId } = scopeOf(context.scope)
    const { id: _, ...settings } = context.input
    await checkPattern(searchPool, organizationId, settings.condition)
    return db.transaction(async (tx) => {
      await checkScope(tx, organizationId, settings)
      await channels.check(tx, organizationId, settings.channelIds)
      // Serialises the checks of names and of the number of rules.
      await lockOrganization(tx, organizationId)
      if ((await tx.$count(alerts, eq(alerts.organizationId, organizationId))) >= MAX_PER_ORGANIZATION)
        throw fieldError(
          'name',
          `An organisation can have at most ${MAX_PER_ORGANIZATION} alert rules. Delete one first.`,
        )
      await requireFreeName(tx, { ...inOrganization(organizationId), name: settings.name })
      const createdBy = requireUser(context.caller).userId
      const [row] = await tx
        .insert(alerts)
        .values({ ...settings, organizationId, createdBy })
        .returning()
      const alert = alertWire(row)
      await publishOrganizationEvents(tx, organizationId, { kind: 'alertCreated', row: alert })
      await writeAudit(tx, context, { organizationId, action: 'alert.created', target: alert.name, after: settings })
      await context.settle?.(tx, { alert })
      return { alert }
    })
  },

  async updateAlert(context) {
    const { organizationId } = scopeOf(context.scope)
    const { id, revision, ...settings } = context.input
    await checkPattern(searchPool, organizationId, settings.condition)
    return db.transaction(async (tx) => {
      await checkScope(tx, organizationId, settings)
      await channels.check(tx, organizationId, settings.channelIds)
      const before = await lockAlert(tx, id)
      if (revision !== undefined && revision !== before.revision)
        throw new ApiError('invalid', {
          message: 'This rule has changed meanwhile. Look at it before you save your changes.',
        })
      await lockOrganization(tx, organizationId)
      await requireFreeName(tx, { ...inOrganization(organizationId), name: settings.name, except: id })
      const { projectId, instanceId, service, condition } = settings
      const watched = JSON.stringify([before.projectId, before.instanceId, before.service, sorted(before.condition)])
      if (watched !== JSON.stringify([projectId, instanceId, service, sorted(condition)])) await forgetState(tx, id)
      const alert = await changeAlert(tx, id, { ...settings, problem: '', updatedAt: new Date() })
      await writeAudit(tx, context, {
        organizationId,
        action: 'alert.changed',
        target: before.name,
        before: { name: before.name, condition: before.condition },
        after: settings,
      })
      return { alert }
    })
  },

  muteAlert: (context) =>
    db.transaction(async (tx) => {
      const { id, muted } = context.input
      const { organizationId, name } = await lockAlert(tx, id)
      const mutedUntil = muted?.until ? new Date(muted.until) : null
      if (mutedUntil && mutedUntil.getTime() <= Date.now()) throw fieldError('muted.until', 'Not in the future.')
      const alert = await changeAlert(tx, id, { isMuted: muted !== null, mutedUntil, updatedAt: new Date() })
      await writeAudit(tx, context, {
        organizationId,
        action: muted ? 'alert.muted' : 'alert.unmuted',
        target: name,
        after: { until: muted?.until ?? null },
      })
      return { alert }
    }),

  deleteAlert: (context) =>
    db.transaction(async (tx) => {
      const { id, organizationId, name } = await lockAlert(tx, context.input.id)
      await tx.delete(alerts).where(eq(alerts.id, id))
      await publishOrganizationEvents(tx, organizationId, { kind: 'alertRemoved', id })
      await writeAudit(tx, context, { organizationId, action: 'alert.deleted', target: name })
      return { message: 'The alert rule was deleted' }
    }),
})

/** Resets a rule whose scope or condition changed: open incidents end without a message. */
async function forgetState(tx: Tx, id: (typeof alerts.$inferSelect)['id']): Promise<void> {
  await tx.delete(alertStates).where(eq(alertStates.alertId, id))
  await tx.delete(alertLogCounts).where(eq(alertLogCounts.alertId, id))
  await tx
    .update(alertIncidents)
    .set({ endedAt: sql`now()`, endReason: 'changed', isSilenced: true })
    .where(and(eq(alertIncidents.alertId, id), isNull(alertIncidents.endedAt)))
}

/** PostgreSQL orders the fields of a condition in its own way. */
const sorted = (fields: object): [string, unknown][] => Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))

const inOrganization = (id: OrganizationId) => ({
  table: alerts,
  within: eq(alerts.organizationId, id),
  noun: 'rule',
})
