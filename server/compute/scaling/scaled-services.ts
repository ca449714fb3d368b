import { sql } from 'drizzle-orm'
import type { InstanceId, ReplicaId } from '../../../src/contract/wire/common.ts'
import type { StoredService } from '../../../src/contract/wire/instance/instance-configuration.ts'
import type { DbOrTx } from '../../store/connection.ts'

/** A service with rules, as its serving deployment has it. */
export type ScaledService = {
  instanceId: InstanceId
  name: string
  /** As stored. */
  rules: unknown
  current: number
  service: Pick<StoredService, 'name' | 'ports' | 'volumes' | 'cpuMilli' | 'memoryBytes'>
  /** Those that get traffic, and since how many seconds. */
  ready: { id: ReplicaId; seconds: number }[]
  isRollingOut: boolean
}

/** Finds all services with rules of instances that run, or those of one instance, with one query. */
export async function findScaledServices(db: DbOrTx, of?: InstanceId): Promise<ScaledService[]> {
  const { rows } = await db.execute<ScaledService>(sql`
    select i.id as "instanceId", s ->> 'name' as name, i.autoscaling_rules -> (s ->> 'name') as rules,
      coalesce((i.scaled_replicas ->> (s ->> 'name'))::int, (s ->> 'replicas')::int) as current,
      jsonb_build_object('name', s -> 'name', 'ports', s -> 'ports', 'volumes', s -> 'volumes', 'cpuMilli', s -> 'cpuMilli',
        'memoryBytes', s -> 'memoryBytes') as service,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'seconds', extract(epoch from now() - r.ready_since)))
        from replica r
        where r.deployment_id = d.id and r.service = s ->> 'name' and r.ready_since is not null
          and r.desired_state = 'active' and r.removed_at is null), '[]'::jsonb) as ready,
      exists (
        select 1 from deployment o
        where o.instance_id = i.id and o.ended_at is null and o.active_since is null) as "isRollingOut"
    from instance i
    join deployment d on d.instance_id = i.id and d.ended_at is null and d.active_since is not null
    cross join lateral jsonb_array_elements(d.configuration -> 'services') as s
    where i.autoscaling_rules <> '{}'::jsonb and i.desired_state = 'active' and i.state in ('Active', 'Starting')
      and i.autoscaling_rules ? (s ->> 'name') ${of ? sql`and i.id = ${of}` : sql``}
    order by i.id, name`)
  return rows
}

export interface LastChange {
  addedSeconds: number | null
  changedSeconds: number | null
  isHeld: boolean
}

/** Returns how long ago services were last changed, by the key of the service. */
export async function readLastChanges(
  db: DbOrTx,
  ids: readonly InstanceId[],
  keyOf: (instanceId: InstanceId, service: string) => string,
): Promise<Map<string, LastChange>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{
    id: InstanceId
    service: string
    added: string | null
    changed: string | null
    last: string
  }>(sql`
    select instance_id as id, service,
      extract(epoch from now() - max(at) filter (where outcome = 'scaled' and to_replicas > from_replicas))::text as added,
      extract(epoch from now() - max(at) filter (where outcome = 'scaled'))::text as changed,
      (array_agg(outcome order by at desc))[1] as last
    from scaling_decision where instance_id = any(${sql.param(ids)}::uuid[]) group by instance_id, service`)
  const seconds = (text: string | null) => (text === null ? null : Math.max(0, Number(text)))
  return new Map(
    rows.map(({ id, service, added, changed, last }) => [
      keyOf(id, service),
      { addedSeconds: seconds(added), changedSeconds: seconds(changed), isHeld: last === 'held' },
    ]),
  )
}
