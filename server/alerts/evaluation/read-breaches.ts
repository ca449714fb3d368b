import { type SQL, sql } from 'drizzle-orm'
import type { AlertCondition, AlertRuleKind } from '../../../src/contract/wire/alerts/alert-condition.ts'
import type { DbOrTx } from '../../store/connection.ts'
import type { Breach, Subject } from './breach.ts'

/** The kinds whose condition is a state of the database. */
export type StateKind = Exclude<AlertRuleKind, 'metric' | 'log'>

type Found = Omit<Subject, 'target'> & { target: string; value: number | null; message: string | null }

const instance = sql`i.organization_id as "organizationId", i.project_id as "projectId", i.id as "instanceId",
  i.name as "instanceName"`
const own = sql`instance i join project p on p.id = i.project_id and p.state = 'MAINTAINED'`
const isMeantToRun = sql`i.desired_state = 'active'`

const queries: Readonly<Record<StateKind, SQL>> = {
  health: sql`
    select ${instance}, r.service, i.id || '/' || r.service as target, count(*)::int as value,
      min(r.error->>'message') as message
    from ${own} join replica r on r.deployment_id = i.active_deployment
    where ${isMeantToRun} and r.removed_at is null and r.desired_state = 'active' and r.ready_since is null
      and r.finished_at is null and r.error is not null
    group by i.id, r.service`,
  // An instance that is given up is still in the same crash loop.
  crashLoop: sql`
    select ${instance}, r.service, i.id || '/' || r.service as target, max(r.attempts) as value,
      min(r.error->>'message') as message
    from ${own} join replica r on r.instance_id = i.id
    where ${isMeantToRun} and r.error->>'code' = 'crashLoop'
      and (r.removed_at is null and r.desired_state = 'active' and r.ready_since is null
        or i.state = 'Failed-start' and r.deployment_id = i.desired_deployment)
    group by i.id, r.service`,
  deployment: sql`
    select ${instance}, '' as service, i.id::text as target, d.number as value,
      coalesce(d.error->>'message', i.error->>'message') as message
    from ${own} join deployment d on d.id = i.desired_deployment
    where ${isMeantToRun} and (d.status = 'Failed' or i.state = 'Failed-start')`,
  job: sql`
    select ${instance}, j.service, j.id::text as target, j.consecutive_failures as value, j.name as message
    from ${own} join job j on j.instance_id = i.id where j.is_enabled and j.consecutive_failures > 0`,
  certificate: sql`
    select ${instance}, '' as service, d.id::text as target,
      extract(epoch from c.expires_at - now())::float / 86400 as value, d.name as message
    from ${own} join domain d on d.instance_id = i.id join domain_certificate c on c.domain_id = d.id
    where d.state in ('verified', 'unreachable') and c.expires_at < now() + interval '90 days'`,
  certificateOrder: sql`
    select ${instance}, '' as service, d.id::text as target, c.failures as value, d.name || ': ' || c.error as message
    from ${own} join domain d on d.instance_id = i.id join domain_certificate c on c.domain_id = d.id
    where d.state in ('verified', 'unreachable') and c.state in ('failing', 'overdue', 'expired')`,
}

/** Returns the breaches of all organisations by kind, for each of `kinds`. */
export async function readBreaches(db: DbOrTx, kinds: ReadonlySet<string>): Promise<Map<StateKind, Breach[]>> {
  const found = new Map<StateKind, Breach[]>()
  // The keys of the table above.
  for (const kind of Object.keys(queries) as StateKind[]) {
    if (!kinds.has(kind)) continue
    const { rows } = await db.execute<Found & Record<string, unknown>>(queries[kind])
    found.set(
      kind,
      rows.map(({ message, ...row }) => ({ ...row, summary: summaryOf(kind, row, message ?? ''), lines: [] })),
    )
  }
  return found
}

/** Whether something that is wrong is wrong enough for a rule. */
export const meets = (condition: AlertCondition, { value }: Pick<Breach, 'value'>): boolean => {
  if (condition.kind === 'job') return (value ?? 0) >= condition.failures
  if (condition.kind === 'log') return (value ?? 0) >= condition.count
  if (condition.kind === 'certificate') return value !== null && value < condition.days
  return true
}

function summaryOf(kind: StateKind, { instanceName, service, value }: Omit<Found, 'message'>, message: string): string {
  const place = service === '' ? instanceName : `${service} of ${instanceName}`
  switch (kind) {
    case 'health':
      return `${place} is unhealthy. ${message}`.trim()
    case 'crashLoop':
      return `${place} is in a crash loop. ${message}`.trim()
    case 'deployment':
      return `Deployment ${value ?? ''} of ${instanceName} failed. ${message}`.trim()
    case 'job':
      return value === 1
        ? `The job ${message} of ${instanceName} failed.`
        : `The job ${message} of ${instanceName} failed ${value} times in a row.`
    case 'certificate':
      return (value ?? 0) < 0
        ? `The certificate of ${message} has expired.`
        : `The certificate of ${message} expires in ${daysText(value ?? 0)}.`
    case 'certificateOrder':
      return `No certificate could be issued for ${message}`
  }
}

function daysText(days: number): string {
  const whole = Math.floor(days)
  return whole === 0 ? 'less than a day' : whole === 1 ? '1 day' : `${whole} days`
}
