import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { versionOf } from './group-values.ts'
import type { VariableGroupRow } from './variable-group-wire.ts'

interface GroupUser {
  instanceId: InstanceId
  name: string
  services: string[]
  isCurrent: boolean
}

/** Returns the instances whose newest deployment includes a group. */
export async function groupUsers(db: DbOrTx, group: VariableGroupRow): Promise<GroupUser[]> {
  const { rows } = await db.execute<{ id: InstanceId; name: string; services: string[]; version: string | null }>(sql`
    select i.id, i.name, d.configuration -> 'variableGroupVersions' ->> ${group.name} as version, (
        select array_agg(service ->> 'name' order by service ->> 'name')
        from jsonb_array_elements(d.configuration -> 'services') as service
        where service -> 'variableGroups' @> to_jsonb(${group.name}::text)
      ) as services
    from instance i join deployment d on d.id = i.desired_deployment
    where i.project_id = ${group.projectId} and i.desired_state <> 'deleted'
      and d.configuration -> 'variableGroupVersions' ? ${group.name}
    order by i.name, i.id`)
  return rows.map(({ id, name, services, version }) => ({
    instanceId: id,
    name,
    services: services ?? [],
    isCurrent: version === versionOf(group),
  }))
}
