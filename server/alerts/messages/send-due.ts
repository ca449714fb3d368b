import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AlertId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import type { Log } from '../../log.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { alertIncidents, alerts } from '../../store/schema.ts'
import type { AlertRow, IncidentRow } from '../rules/alert-wire.ts'
import { changeAlert, lockAlert } from '../rules/publish-alert.ts'
import { type Informers, inform } from './inform.ts'
import { isMutedAt } from './is-muted.ts'
import { messageOf } from './message-of.ts'

export interface SendDueOptions extends Informers {
  db: Db
  log: Log
  /** Incidents that begin or end within this time share a message. */
  groupSeconds: number
}

/** Sends one message for all incidents of a rule that began, and one for all that ended. */
export async function sendDue(options: SendDueOptions): Promise<void> {
  const { db, log, mailer, groupSeconds } = options
  // A time in the future is one of a clock that has been set back.
  const isOld = (at: typeof alertIncidents.startedAt | typeof alertIncidents.endedAt) =>
    sql`not (${at} > now() - make_interval(secs => ${groupSeconds}) and ${at} <= now() + interval '1 second')`
  const due = await db
    .selectDistinct({ id: alertIncidents.alertId })
    .from(alertIncidents)
    .innerJoin(alerts, eq(alerts.id, alertIncidents.alertId))
    .where(
      sql`not ${alertIncidents.isSilenced} and not (${alerts.isMuted} and coalesce(${alerts.mutedUntil} > now(), true))
        and ((${alertIncidents.firingSentAt} is null and ${isOld(alertIncidents.startedAt)})
          or (${alertIncidents.firingSentAt} is not null and ${alertIncidents.recoveredSentAt} is null
            and ${alertIncidents.endedAt} is not null and ${isOld(alertIncidents.endedAt)}))`,
    )
  if (due.length === 0) return
  await mailer?.ready()
  for (const { id } of due)
    await db
      .transaction((tx) => sendOf(tx, options, id))
      .catch((error: unknown) => log.warn({ err: error, alert: id }, 'an alert could not be sent; trying again'))
  mailer?.nudge()
}

/** The messages and the marks that they are sent are stored in one transaction: none is lost, and none sent twice. */
async function sendOf(tx: Tx, options: SendDueOptions, id: AlertId): Promise<void> {
  const alert = await lockAlert(tx, id)
  if (isMutedAt(alert, new Date())) return
  const unsilenced = and(eq(alertIncidents.alertId, id), eq(alertIncidents.isSilenced, false))
  // Those that ended are read first, so that an incident sends its recovery after another round.
  const recovered = await tx
    .select()
    .from(alertIncidents)
    .where(
      and(
        unsilenced,
        isNotNull(alertIncidents.firingSentAt),
        isNotNull(alertIncidents.endedAt),
        isNull(alertIncidents.recoveredSentAt),
      ),
    )
    .orderBy(asc(alertIncidents.startedAt))
  const firing = await tx
    .select()
    .from(alertIncidents)
    .where(and(unsilenced, isNull(alertIncidents.firingSentAt)))
    .orderBy(asc(alertIncidents.startedAt))
  await mark(tx, firing, { firingSentAt: new Date() })
  await mark(tx, recovered, { recoveredSentAt: new Date() })
  // Locks the organisation before users.
  await changeAlert(tx, id)
  await sendMessage(tx, options, { kind: 'firing', alert, incidents: firing })
  await sendMessage(tx, options, { kind: 'recovered', alert, incidents: recovered })
}

async function mark(tx: Tx, incidents: readonly IncidentRow[], set: Partial<IncidentRow>): Promise<void> {
  if (incidents.length === 0) return
  const ids = incidents.map((incident) => incident.id)
  await tx.update(alertIncidents).set(set).where(inArray(alertIncidents.id, ids))
}

async function sendMessage(
  tx: Tx,
  options: SendDueOptions,
  update: { kind: 'firing' | 'recovered'; alert: AlertRow; incidents: readonly IncidentRow[] },
): Promise<void> {
  if (update.incidents.length === 0) return
  await inform(tx, options, update.alert, await messageOf(tx, options.publicUrl, update))
}
