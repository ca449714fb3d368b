import { sql } from 'drizzle-orm'
import type { ProjectId } from '../../../../src/contract/wire/common.ts'
import { EngineFailure } from '../../../engines/engine.ts'
import type { NetworkAttachment } from '../../../engines/interface/networks.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import type { NamedReplica, NetworkEngine, NetworkedInstance } from './networked-instance.ts'

/** A network is not enlarged later: a subnet of 512 addresses. */
const ROOM = 509

/**
 * One network for the instances of a project that want it. All their workloads join it before they start; the ready
 * replicas of serving deployments have names in it.
 */
export const projectNetworkId = (id: ProjectId): string => `project-${id}`

export async function joinProjectNetwork(
  engine: NetworkEngine,
  { projectId, organizationId }: NetworkedInstance,
): Promise<NetworkAttachment> {
  const networkId = projectNetworkId(projectId)
  const labels = { organization: organizationId, project: projectId }
  await engine.createNetwork(networkId, labels, { maxWorkloads: ROOM })
  return { networkId, aliases: [] }
}

/** Names a replica in the network of the project, where it keeps its address. */
export const publishInProject = (
  engine: NetworkEngine,
  { projectId, host }: NetworkedInstance,
  { workloadId, service }: NamedReplica,
): Promise<void> => engine.connect(workloadId, projectNetworkId(projectId), [`${service}.${host}`])

/** Takes the name of a replica, which may still use the network. */
export async function withdrawFromProject(
  engine: NetworkEngine,
  { projectId }: NetworkedInstance,
  { workloadId }: NamedReplica,
): Promise<void> {
  try {
    await engine.connect(workloadId, projectNetworkId(projectId), [])
  } catch (error) {
    // Without the workload or the network there is no name.
    if (!(error instanceof EngineFailure) || !GONE.has(error.code)) throw error
  }
}

const GONE: ReadonlySet<string> = new Set(['workloadNotFound', 'networkNotFound'])

/** Removes the network of a project that no deployment is in. A workload that starts meanwhile creates it again. */
export async function removeProjectNetwork(
  db: DbOrTx,
  engine: NetworkEngine,
  { id, projectId }: Pick<NetworkedInstance, 'id' | 'projectId'>,
): Promise<void> {
  const { rows } = await db.execute<{ is_used: boolean }>(sql`
    select exists (
      select 1 from deployment d join instance i on i.id = d.instance_id
      where i.project_id = ${projectId} and i.id <> ${id} and d.ended_at is null
        and (d.configuration ->> 'projectNetwork')::boolean
    ) as is_used`)
  if (rows[0]?.is_used === false) await engine.removeNetwork(projectNetworkId(projectId))
}
