import { sql } from 'drizzle-orm'
import type { InstanceId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Engine, KnownResources } from '../../../engines/engine.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { networkIdOf } from './instance-networks.ts'
import { projectNetworkId } from './project-network.ts'

/** Returns the known resources; all others are leftovers of killed control planes. Only their owners remove volumes. */
export async function knownResources(db: DbOrTx, engine: Pick<Engine, 'listVolumes'>): Promise<KnownResources> {
  const volumes = await engine.listVolumes()
  const { rows: services } = await db.execute<{ id: InstanceId; service: string }>(sql`
    select distinct d.instance_id as id, service ->> 'name' as service
    from deployment d, jsonb_array_elements(d.configuration -> 'services') as service
    where d.ended_at is null and jsonb_array_length(d.configuration -> 'services') > 1`)
  const { rows: projects } = await db.execute<{ id: ProjectId }>(sql`
    select distinct i.project_id as id from deployment d join instance i on i.id = d.instance_id
    where d.ended_at is null and (d.configuration ->> 'projectNetwork')::boolean`)
  return {
    networkIds: new Set([
      ...services.map(({ id, service }) => networkIdOf(id, service)),
      ...projects.map(({ id }) => projectNetworkId(id)),
    ]),
    volumeIds: new Set(volumes.map(({ id }) => id)),
  }
}
