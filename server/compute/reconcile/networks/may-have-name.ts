import { sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId } from '../../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../../store/connection.ts'

interface Place {
  instanceId: InstanceId
  deploymentId: DeploymentId
  service: string
}

/**
 * Whether a ready replica is found by its name: not while another deployment serves and has ready replicas of the same
 * service. Before the first switch, and after a gap, services that start later find the ones that are ready.
 */
export async function mayHaveName(db: DbOrTx, { instanceId, deploymentId, service }: Place): Promise<boolean> {
  const { rows } = await db.execute<{ is_free: boolean }>(sql`
    select not exists (
      select 1 from deployment d join replica r on r.deployment_id = d.id
      where d.instance_id = ${instanceId} and d.id <> ${deploymentId}
        and d.active_since is not null and d.ended_at is null
        and r.service = ${service} and r.removed_at is null and r.desired_state = 'active' and r.ready_since is not null
    ) as is_free`)
  return rows[0]?.is_free === true
}
