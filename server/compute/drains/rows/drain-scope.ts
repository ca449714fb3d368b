import { type SQL, sql } from 'drizzle-orm'

/** Joins the deployments whose logs a drain reads. Needs `drain` as `dr`; gives `i` and `d`. */
export const deploymentsOfDrain: SQL = sql`
  join instance i on i.organization_id = dr.organization_id
    and (dr.project_id is null or i.project_id = dr.project_id) and (dr.instance_id is null or i.id = dr.instance_id)
  join deployment d on d.instance_id = i.id`

/** The service whose replica wrote a chunk `c`: the first one has the log without a name. */
const serviceOfLog = sql`
  coalesce(nullif(regexp_replace(c.service, '\\.[0-9]+$', ''), ''), d.configuration #>> '{services,0,name}')`

/** Whether a drain sends the lines of the log of a chunk `c`. Runs and deployments are of no service. */
export const isDrained: SQL = sql`
  dr.log_types ? c.log_type
  and (dr.services = '[]'::jsonb or c.log_type <> 'instanceLogs' or dr.services ? ${serviceOfLog})`

/** Whether a chunk `c` has lines after the drain's position `p` in its log, or in a new log since the drain began. */
export const isWaiting: SQL = sql`
  case when p.sequence is null then c.last_at >= dr.starts_at else c.last_sequence > p.sequence end`

export const positionOfLog: SQL = sql`
  left join drain_position p on p.drain_id = dr.id and p.deployment_id = d.id and p.log_type = c.log_type
    and p.service = c.service`
