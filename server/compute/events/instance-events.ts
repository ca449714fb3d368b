import { sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId, ReplicaId, UserId } from '../../../src/contract/wire/common.ts'
import type { InstanceEventKind } from '../../../src/contract/wire/instance/instance-event.ts'
import type { Tx } from '../../store/connection.ts'
import { instanceEvents, instances } from '../../store/schema.ts'

export interface NewInstanceEvent {
  kind: InstanceEventKind
  /** The user who caused it; absent for the platform. */
  actor?: UserId | undefined
  deploymentId?: DeploymentId | undefined
  replicaId?: ReplicaId | undefined
  service?: string | undefined
  /** Never contains a secret: events are read by everybody who may read the instance. */
  data?: Readonly<Record<string, string | number | boolean | null | readonly string[]>> | undefined
}

/** Writes what happened to an instance in the transaction that changed it. */
export async function recordInstanceEvent(tx: Tx, instanceId: InstanceId, event: NewInstanceEvent): Promise<void> {
  await tx.execute(sql`
    insert into ${instanceEvents} (organization_id, instance_id, kind, actor, deployment_id, replica_id, service, data)
    select organization_id, id, ${event.kind}, ${event.actor ?? null}::uuid, ${event.deploymentId ?? null}::uuid,
      ${event.replicaId ?? null}::uuid, ${event.service ?? ''}, ${JSON.stringify(event.data ?? {})}::jsonb
    from ${instances} where id = ${instanceId}`)
}
