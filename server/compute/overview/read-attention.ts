import { sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import { type AttentionItem, attentionKinds } from '../../../src/contract/wire/overview/overview.ts'
import type { DbOrTx } from '../../store/connection.ts'

const MAX_ITEMS = 50
/** Above the second warning that users get. */
const FULL_PERCENT = 95

interface AttentionRow extends Record<string, unknown> {
  kind: AttentionItem['kind']
  project_id: ProjectId
  project: string
  instance_id: InstanceId | null
  name: string
  reason: string | null
  at: string | null
  total: string
}

/** Finds what needs attention in the projects of an organisation that are not archived; the most severe is first. */
export async function readAttention(
  db: DbOrTx,
  organizationId: OrganizationId,
): Promise<{ items: AttentionItem[]; totalCount: number }> {
  const order = sql.param([...attentionKinds])
  const { rows } = await db.execute<AttentionRow>(sql`
    with own as (
      select i.*, p.name as project from instance i join project p on p.id = i.project_id
      where i.organization_id = ${organizationId} and p.state = 'MAINTAINED' and i.desired_state <> 'deleted'
    ), item as (
      select 'instanceFailed' as kind, project_id, project, id as instance_id, name,
        error->>'message' as reason, coalesce((error->>'at')::timestamptz, updated_at) as at
      from own where desired_state = 'active' and state = 'Failed-start'
      union all
      select 'instanceStopped', project_id, project, id, name, error->>'message', (error->>'at')::timestamptz
      from own where state = 'Closed' and error->>'code' in ('diskLimit', 'fundsStopped')
      union all
      select 'engineGone', project_id, project, id, name, error->>'message', (error->>'at')::timestamptz
      from own where desired_state = 'active' and status = 'Deprecated-Provider'
      union all
      select 'instanceUnhealthy', own.project_id, own.project, own.id, own.name, r.error->>'message',
        (r.error->>'at')::timestamptz
      from own cross join lateral (
        select error from replica where deployment_id = own.active_deployment and removed_at is null
          and desired_state = 'active' and ready_since is null and finished_at is null and error is not null
        order by index limit 1
      ) r
      where own.desired_state = 'active' and own.state in ('Starting', 'Active') and own.status <> 'Deprecated-Provider'
      union all
      select 'alertFiring', own.project_id, own.project, own.id, own.name, a.name || ': ' || t.summary, t.started_at
      from own join alert_incident t on t.instance_id = own.id and t.ended_at is null join alert a on a.id = t.alert_id
      where not (a.is_muted and coalesce(a.muted_until > now(), true))
      union all
      select 'deploymentFailed', own.project_id, own.project, own.id, own.name, d.error->>'message', d.ended_at
      from own join deployment d on d.id = own.desired_deployment
      where own.desired_state = 'active' and own.state <> 'Failed-start' and d.status = 'Failed'
      union all
      select 'volumeFull', v.project_id, p.name, v.instance_id, v.name,
        'It is ' || floor(v.used_bytes * 100.0 / v.size_bytes) || ' percent full.', v.measured_at
      from volume v join project p on p.id = v.project_id
      where v.organization_id = ${organizationId} and p.state = 'MAINTAINED' and v.state = 'Available'
        and v.used_bytes * 100 >= v.size_bytes * ${FULL_PERCENT}::bigint
      union all
      select 'backupFailed', b.project_id, p.name, null, b.name, s.error->>'message', s.finished_at
      from backup b join project p on p.id = b.project_id cross join lateral (
        select state, error, finished_at from snapshot where backup_id = b.id and state in ('Available', 'Failed')
        order by created_at desc limit 1
      ) s
      where b.organization_id = ${organizationId} and b.is_enabled and p.state = 'MAINTAINED' and s.state = 'Failed'
      union all
      select 'jobFailed', own.project_id, own.project, own.id, j.name,
        case when j.consecutive_failures = 1 then 'Its last run failed.'
          else 'Its last ' || j.consecutive_failures || ' runs failed.' end,
        (select max(ended_at) from run where job_id = j.id)
      from own join job j on j.instance_id = own.id where j.is_enabled and j.consecutive_failures > 0
    )
    select *, at::text as at, count(*) over ()::text as total from item
    order by array_position(${order}::text[], kind), item.at desc nulls last, name limit ${MAX_ITEMS}`)
  const items = rows.map(
    (row): AttentionItem => ({
      kind: row.kind,
      project: { _id: row.project_id, name: row.project },
      instanceId: row.instance_id,
      name: row.name,
      reason: row.reason ?? '',
      at: row.at === null ? null : new Date(row.at).toISOString(),
    }),
  )
  return { items, totalCount: Number(rows[0]?.total ?? 0) }
}
