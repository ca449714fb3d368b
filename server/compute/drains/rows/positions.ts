import { sql } from 'drizzle-orm'
import type { DrainId } from '../../../../src/contract/wire/drains/drain-id.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import type { LogAddress } from '../../logs/log-address.ts'
import type { LogOrigin } from '../targets/record.ts'
import { deploymentsOfDrain, isDrained } from './drain-scope.ts'

/** A log of a drain, with where it is from and the last line that the target has confirmed. */
export interface DrainedLog {
  address: LogAddress
  origin: LogOrigin
  sequence: number
}

/**
 * Sets the positions of a new drain: in each log, after the last line before a time. A log of later has no position, and
 * is sent from its beginning.
 */
export async function beginPositions(tx: Tx, id: DrainId, before: Date | 'infinity'): Promise<void> {
  const until = before === 'infinity' ? before : before.toISOString()
  await tx.execute(sql`
    insert into drain_position (drain_id, deployment_id, log_type, service, sequence)
    select dr.id, d.id, c.log_type, c.service,
      coalesce(max(c.last_sequence) filter (where c.last_at < ${until}::timestamptz), 0)
    from drain dr ${deploymentsOfDrain} join log_chunk c on c.deployment_id = d.id
    where dr.id = ${id} and c.log_type in ('instanceLogs', 'runLogs', 'logs') group by 1, 2, 3, 4`)
}

/**
 * Moves a drain to the end of the logs that its filter leaves out, before the filter changes: what it lets in later is
 * sent from then on.
 */
export async function skipFilteredLogs(tx: Tx, id: DrainId): Promise<void> {
  await tx.execute(sql`
    insert into drain_position (drain_id, deployment_id, log_type, service, sequence)
    select dr.id, d.id, c.log_type, c.service, max(c.last_sequence)
    from drain dr ${deploymentsOfDrain} join log_chunk c on c.deployment_id = d.id
    where dr.id = ${id} and c.log_type in ('instanceLogs', 'runLogs', 'logs') and not (${isDrained})
    group by 1, 2, 3, 4
    on conflict (drain_id, deployment_id, log_type, service) do update set sequence = excluded.sequence`)
}

type Row = {
  organization_id: string
  organization: string
  project_id: string
  project: string
  instance_id: string
  instance: string
  deployment_id: string
  log_type: string
  service: string
  first_service: string | null
  sequence: string
}

/** Reads the positions and the origins of logs. Those that the drain does not send are left out. */
export async function drainedLogs(db: DbOrTx, id: DrainId, addresses: readonly LogAddress[]): Promise<DrainedLog[]> {
  const requested = addresses.map(({ deploymentId, logType, service }) => ({
    deployment_id: deploymentId,
    log_type: logType,
    service,
  }))
  const { rows } = await db.execute<Row>(sql`
    select dr.organization_id, o.username as organization, i.project_id, pr.name as project, i.id as instance_id,
      i.name as instance, c.deployment_id, c.log_type, c.service, d.configuration #>> '{services,0,name}' as first_service,
      coalesce(p.sequence, (
        select max(old.last_sequence) from log_chunk old
        where old.deployment_id = c.deployment_id and old.log_type = c.log_type and old.service = c.service
          and old.last_at < dr.starts_at), 0) as sequence
    from drain dr ${deploymentsOfDrain} join organization o on o.id = dr.organization_id
      join project pr on pr.id = i.project_id
      join jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as c (deployment_id uuid, log_type text, service text)
        on c.deployment_id = d.id
      left join drain_position p on p.drain_id = dr.id and p.deployment_id = c.deployment_id
        and p.log_type = c.log_type and p.service = c.service
    where dr.id = ${id} and ${isDrained}`)
  return rows.map((row) => ({
    // Columns of these types.
    address: { deploymentId: row.deployment_id, logType: row.log_type, service: row.service } as LogAddress,
    origin: originOf(row),
    sequence: Number(row.sequence),
  }))
}

function originOf(row: Row): LogOrigin {
  const { log_type: logType, service: log } = row
  const [, named, number] = /^(.*?)(?:\.(\d+))?$/.exec(log) ?? []
  const ofInstance = logType === 'instanceLogs'
  // Columns of these types.
  return {
    organizationId: row.organization_id,
    organization: row.organization,
    projectId: row.project_id,
    project: row.project,
    instanceId: row.instance_id,
    instance: row.instance,
    deploymentId: row.deployment_id,
    logType,
    log,
    service: ofInstance ? named || (row.first_service ?? '') : '',
    replica: ofInstance && number ? Number(number) : 1,
  } as LogOrigin
}
