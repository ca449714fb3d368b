import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isCalm } from '../../../src/rules/alerts/alert-state.ts'
import { recordInstanceEvent } from '../../compute/events/instance-events.ts'
import { lockSamplingLease } from '../../compute/metrics/store/sampling-lease.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { alertIncidents, alerts, instances } from '../../store/schema.ts'
import { isMutedAt } from '../messages/is-muted.ts'
import type { AlertRow } from '../rules/alert-wire.ts'
import { changeAlert } from '../rules/publish-alert.ts'
import type { Transition } from './evaluate-rule.ts'

/** Stores the transitions of the rules of one organisation: states and incidents change together or not at all. */
export async function storeTransitions(db: Db, node: string, transitions: readonly Transition[]): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockSamplingLease(tx, node))) return
    const outcomes = transitions.filter(({ outcome }) => outcome !== null)
    const instanceIds = outcomes.flatMap(({ breach }) => breach?.instanceId ?? [])
    // Instances before rules, as their deletion locks them.
    if (instanceIds.length > 0)
      await tx.select({ id: instances.id }).from(instances).where(inArray(instances.id, instanceIds)).for('key share')
    const ids = [...new Set(transitions.map(({ rule }) => rule.id))].toSorted()
    const rows = await tx.select().from(alerts).where(inArray(alerts.id, ids)).orderBy(alerts.id).for('no key update')
    const current = new Map(rows.map((row) => [row.id, row]))
    // A rule that was changed meanwhile is evaluated anew.
    const valid = transitions.filter(
      ({ rule }) => current.get(rule.id)?.updatedAt.getTime() === rule.updatedAt.getTime(),
    )
    await storeStates(tx, valid)
    const changed = new Set<AlertRow['id']>()
    for (const transition of valid) {
      const row = current.get(transition.rule.id)
      if (!row || transition.outcome === null) continue
      if (transition.outcome === 'fired') await beginIncident(tx, row, transition)
      else await endIncident(tx, row, transition)
      changed.add(row.id)
    }
    for (const id of changed) await changeAlert(tx, id)
  })
}

async function storeStates(tx: Tx, transitions: readonly Transition[]): Promise<void> {
  const rows = transitions.map(({ rule, target, state }) => ({ alert_id: rule.id, target, state, calm: isCalm(state) }))
  const kept = JSON.stringify(rows.filter(({ calm }) => !calm))
  const over = JSON.stringify(rows.filter(({ calm }) => calm))
  await tx.execute(sql`
    insert into alert_state (alert_id, target, state)
    select alert_id, target, state from jsonb_to_recordset(${kept}::jsonb) as r (alert_id uuid, target text, state jsonb)
    on conflict (alert_id, target) do update set state = excluded.state`)
  await tx.execute(sql`
    delete from alert_state s using jsonb_to_recordset(${over}::jsonb) as r (alert_id uuid, target text)
    where s.alert_id = r.alert_id and s.target = r.target`)
  await tx.execute(sql`
    update alert_incident i set peak = (r.state->>'peak')::float
    from jsonb_to_recordset(${kept}::jsonb) as r (alert_id uuid, target text, state jsonb)
    where i.alert_id = r.alert_id and i.target = r.target and i.ended_at is null
      and i.peak is distinct from (r.state->>'peak')::float and r.state->>'peak' is not null`)
}

async function beginIncident(tx: Tx, alert: AlertRow, { target, breach, state }: Transition): Promise<void> {
  if (!breach) return
  const { condition } = alert
  const threshold =
    condition.kind === 'metric'
      ? condition.threshold
      : condition.kind === 'log'
        ? condition.count
        : condition.kind === 'certificate'
          ? condition.days
          : null
  const { projectId, instanceId, instanceName, service, summary, value, lines } = breach
  const begun = await tx
    .insert(alertIncidents)
    .values({
      alertId: alert.id,
      organizationId: alert.organizationId,
      target,
      projectId,
      instanceId,
      instanceName,
      service,
      summary,
      value,
      peak: state.peak ?? value,
      threshold,
      lines: lines.slice(0, 5),
    })
    .onConflictDoNothing()
    .returning({ id: alertIncidents.id })
  if (begun.length > 0)
    await recordInstanceEvent(tx, instanceId, {
      kind: 'alertFired',
      service,
      data: { message: `${alert.name}: ${summary}` },
    })
}

async function endIncident(tx: Tx, alert: AlertRow, { target }: Transition): Promise<void> {
  const ended = await tx
    .update(alertIncidents)
    .set({ endedAt: sql`now()`, endReason: 'recovered', isSilenced: isMutedAt(alert, new Date()) })
    .where(and(eq(alertIncidents.alertId, alert.id), eq(alertIncidents.target, target), isNull(alertIncidents.endedAt)))
    .returning({ instanceId: alertIncidents.instanceId, service: alertIncidents.service })
  for (const { instanceId, service } of ended)
    if (instanceId)
      await recordInstanceEvent(tx, instanceId, {
        kind: 'alertRecovered',
        service,
        data: { message: `${alert.name}.` },
      })
}
