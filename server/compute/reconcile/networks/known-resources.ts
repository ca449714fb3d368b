import { sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Engine, KnownResources } from '../../../engines/engine.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { networkIdOf } from './instance-networks.ts'

/** Returns what leftovers of killed control planes are told from. Volumes are removed by their owners only. */
export async function knownResources(db: DbOrTx, engine: Pick<Engine, 'listVolumes'>): Promise<KnownResources> {
  const volumes = await engine.listVolumes()
  const { rows } = await db.execute<{ id: InstanceId; service: string }>(sql`
    select distinct d.instance_id as id, service ->> 'name' as service
    from deployment d, jsonb_array_elements(d.configuration -> 'services') as service
    where d.ended_at is null and jsonb_array_length(d.configuration -> 'services') > 1`)
  return {
    networkIds: new Set(rows.map(({ id, service }) => networkIdOf(id, service))),
    volumeIds: new Set(volumes.map(({ id }) => id)),
  }
}
