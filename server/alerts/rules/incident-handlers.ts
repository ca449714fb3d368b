import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { alertCalls } from '../../../src/contract/calls/alerts/alert-calls.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Db } from '../../store/connection.ts'
import { alertChannels, alertDeliveries, alertIncidents, alerts, users } from '../../store/schema.ts'
import { readDeliveries } from '../channels/delivery-wire.ts'
import type { AlertChannels } from '../messages/alert-message.ts'
import { sendTest } from '../messages/send-test.ts'
import { incidentWire } from './alert-wire.ts'
import { changeAlert, lockAlert } from './publish-alert.ts'

interface Options {
  db: Db
  channels: AlertChannels
  mailer: Pick<Mailer, 'ready' | 'send' | 'nudge'> | undefined
  publicUrl: string
}

/** Two messages to each of at most twenty channels, and those to channels that the rule had before. */
const MAX_DELIVERIES = 100

type IncidentCall = 'readIncidents' | 'readIncident' | 'acknowledgeIncident' | 'testAlert'

export const incidentHandlers = ({
  db,
  channels,
  mailer,
  publicUrl,
}: Options): Handlers<Extract<keyof typeof alertCalls, IncidentCall>> => ({
  async readIncidents({ input, scope }) {
    const { instanceId, alertId, firing, skip, limit } = input
    const filter = and(
      eq(alertIncidents.organizationId, scopeOf(scope).organizationId),
      instanceId && eq(alertIncidents.instanceId, instanceId),
      alertId && eq(alertIncidents.alertId, alertId),
      firing === 'y' ? isNull(alertIncidents.endedAt) : undefined,
      firing === 'n' ? sql`${alertIncidents.endedAt} is not null` : undefined,
    )
    const totalCount = await db.$count(alertIncidents, filter)
    const rows = await selectIncidents(db, filter)
      .orderBy(sql`${alertIncidents.endedAt} is not null`, desc(alertIncidents.startedAt), alertIncidents.id)
      .limit(limit)
      .offset(skip)
    return { totalCount, incidents: rows.map(({ incident, ...context }) => incidentWire(incident, context)) }
  },

  async readIncident({ input: { id, incidentId } }) {
    const [row] = await selectIncidents(db, and(eq(alertIncidents.alertId, id), eq(alertIncidents.id, incidentId)))
    if (!row) throw new ApiError('notFound')
    const { incident, ...context } = row
    const deliveries = await readDeliveries(
      db,
      and(
        eq(alertChannels.organizationId, incident.organizationId),
        sql`${alertDeliveries.message}->'incidents' @> ${JSON.stringify([incidentId])}::jsonb`,
      ),
      { skip: 0, limit: MAX_DELIVERIES },
    )
    return { incident: incidentWire(incident, context), lines: incident.lines, deliveries }
  },

  acknowledgeIncident: (context) =>
    db.transaction(async (tx) => {
      const { id, incidentId } = context.input
      const { organizationId, name } = await lockAlert(tx, id)
      const { userId } = requireUser(context.caller)
      const changed = await tx
        .update(alertIncidents)
        .set({ acknowledgedBy: userId, acknowledgedAt: sql`now()` })
        .where(
          and(
            eq(alertIncidents.id, incidentId),
            eq(alertIncidents.alertId, id),
            isNull(alertIncidents.endedAt),
            isNull(alertIncidents.acknowledgedAt),
          ),
        )
        .returning({ id: alertIncidents.id })
      if (changed.length === 0)
        throw new ApiError('notFound', { message: 'This incident has ended, or is acknowledged already.' })
      await changeAlert(tx, id)
      await writeAudit(tx, context, { organizationId, action: 'alert.acknowledged', target: name })
      return { message: 'The incident was acknowledged' }
    }),

  async testAlert(context) {
    await mailer?.ready()
    await db.transaction(async (tx) => {
      const alert = await lockAlert(tx, context.input.id)
      const { userId } = requireUser(context.caller)
      await writeAudit(tx, context, {
        organizationId: alert.organizationId,
        action: 'alert.tested',
        target: alert.name,
      })
      await sendTest(tx, { channels, mailer, publicUrl }, alert, userId)
    })
    mailer?.nudge()
    return { message: 'The test message is on its way' }
  },
})

const selectIncidents = (db: Db, filter: SQL | undefined) =>
  db
    .select({ incident: alertIncidents, alert: alerts, acknowledger: users.name })
    .from(alertIncidents)
    .innerJoin(alerts, eq(alerts.id, alertIncidents.alertId))
    .leftJoin(users, eq(users.id, alertIncidents.acknowledgedBy))
    .where(filter)
    .$dynamic()
