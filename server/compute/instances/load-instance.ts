import { eq, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Db, DbOrTx } from '../../store/connection.ts'
import { addresses, deployments, domains, instances, replicas, sharedPorts } from '../../store/schema.ts'
import type { DeploymentRecord, LoadedInstance } from './instance-wire.ts'

const DEPLOYMENTS_SHOWN = 20
/** Names the statement on each connection, which plans it once: that takes longer than to execute it. */
const STATEMENT = 'load_instance'

/** Only deployments that serve or are about to have addresses. */
const isCurrent = sql`d.id in ("instance"."active_deployment", "instance"."desired_deployment")`

const sharedPortsOfService = sql`(
  select coalesce(json_agg(json_build_object(
    'address', p.address, 'protocol', p.protocol, 'port', p.port, 'containerPort', p.container_port,
    'listenError', p.listen_error)), '[]'::json)
  from ${sharedPorts} p where p.instance_id = d.instance_id and p.service = s ->> 'name' and ${isCurrent})`

const addressOfService = sql`(
  select json_build_object('ip', a.ip, 'listenErrors', a.listen_errors) from ${addresses} a
  where a.instance_id = d.instance_id and ${isCurrent} and (
    (s ->> 'ipLease' = 'dedicated-ip' and a.type = 'dedicated' and a.service = s ->> 'name') or
    (s ->> 'ipLease' = 'static' and a.type = 'static'
      and a.name = coalesce(s ->> 'staticAddress', "instance"."host" || '-' || (s ->> 'name')))))`

const providerHost = sql`(
  select max(r.address) from ${replicas} r
  where r.deployment_id = d.id and r.ready_since is not null and r.removed_at is null and ${isCurrent})`

/** Selects the newest deployments of the instance and the active one in the same query, newest first. */
const deploymentsOfRow = sql<DeploymentRecord[]>`(
  select coalesce(json_agg(json_build_object(
    'id', d.id, 'number', d.number, 'reason', d.reason, 'repeats', d.repeats, 'createdBy', d.created_by,
    'status', d.status, 'error', d.error, 'image', d.image, 'logsLength', d.logs_length,
    'createdAt', d.created_at, 'providerHost', ${providerHost}, 'activeSince', d.active_since, 'endedAt', d.ended_at,
    'services', (
      select json_agg(json_build_object(
        'name', s ->> 'name', 'image', s ->> 'image', 'replicas', s -> 'replicas', 'ports', s -> 'ports',
        'ipLease', s ->> 'ipLease', 'sharedPorts', ${sharedPortsOfService}, 'address', ${addressOfService},
        'ready', (
          select coalesce(json_agg(r.published_ports order by r.index), '[]'::json) from ${replicas} r
          where r.deployment_id = d.id and r.service = s ->> 'name' and r.ready_since is not null
            and r.removed_at is null)))
      from jsonb_array_elements(d.configuration -> 'services') as s)
    ) order by d.number desc), '[]'::json)
  from ${deployments} d
  where d.instance_id = "instance"."id" and (d.id = "instance"."active_deployment" or d.number > (
    select max(number) - ${sql.raw(String(DEPLOYMENTS_SHOWN))} from ${deployments} n
    where n.instance_id = "instance"."id")))`

const domainsOfRow = sql<Instance['domains']>`(
  select coalesce(json_agg(json_build_object(
    '_id', o.id, 'type', o.type, 'name', o.name, 'verified', o.state in ('verified', 'unreachable')) order by o.name),
    '[]'::json)
  from ${domains} o where o.instance_id = "instance"."id")`

export const loadInstances = (db: Pick<DbOrTx, 'select'>) =>
  db.select({ row: instances, deployments: deploymentsOfRow, domains: domainsOfRow }).from(instances).$dynamic()

export async function loadInstance(db: DbOrTx, id: InstanceId): Promise<LoadedInstance | undefined> {
  const [found] = await loadInstances(db).where(eq(instances.id, id)).prepare(STATEMENT).execute()
  return found
}

/** Builds the same statement once for the most frequent call. */
export function prepareLoadInstance(db: Db): (id: InstanceId) => Promise<LoadedInstance | undefined> {
  const statement = loadInstances(db)
    .where(eq(instances.id, sql.placeholder('id')))
    .prepare(STATEMENT)
  return async (id) => (await statement.execute({ id }))[0]
}
