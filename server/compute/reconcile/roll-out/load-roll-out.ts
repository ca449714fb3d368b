import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { withScaledReplicas } from '../../../../src/rules/scaling/scaled-replicas.ts'
import type { Tx } from '../../../store/connection.ts'
import { deployments, replicas } from '../../../store/schema.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { mountedVolumes } from '../../volumes/attaching/volume-mounts.ts'
import { isWaiting, type ReplicaRow } from '../replica/load-replica.ts'
import { isOver } from './plan.ts'
import type { DeploymentView, ReplicaPhase, ReplicaView, RollOutView } from './roll-out-state.ts'

export type DeploymentRow = typeof deployments.$inferSelect

/** The rows that a roll-out is decided by: deployments that have not ended, and replicas that are theirs or still run. */
export interface RollOutRows {
  deployments: DeploymentRow[]
  replicas: ReplicaRow[]
}

/** Each service of the configurations has as many replicas as it is scaled to. */
export async function loadRollOut(
  tx: Tx,
  { id, scaledReplicas }: Pick<InstanceRow, 'id' | 'scaledReplicas'>,
): Promise<RollOutRows> {
  const open = await tx
    .select()
    .from(deployments)
    .where(and(eq(deployments.instanceId, id), isNull(deployments.endedAt)))
    .orderBy(asc(deployments.number))
  const ofOpen =
    open.length > 0
      ? inArray(
          replicas.deploymentId,
          open.map((deployment) => deployment.id),
        )
      : undefined
  const rows = await tx
    .select()
    .from(replicas)
    .where(and(eq(replicas.instanceId, id), or(isNull(replicas.removedAt), ofOpen)))
    .orderBy(asc(replicas.createdAt), asc(replicas.index))
  return {
    deployments: open.map((row) => ({ ...row, configuration: withScaledReplicas(row.configuration, scaledReplicas) })),
    replicas: rows,
  }
}

export const viewOf = (instance: Pick<InstanceRow, 'desiredState' | 'state'>, rows: RollOutRows): RollOutView => ({
  desiredState: instance.desiredState,
  isClosed: instance.state === 'Closed',
  deployments: rows.deployments.map((row) => deploymentView(row, rows)),
  replicas: rows.replicas.map(replicaView),
})

const deploymentView = (row: DeploymentRow, rows: RollOutRows): DeploymentView => ({
  id: row.id,
  number: row.number,
  isServing: row.activeSince !== null,
  hasGap: row.strategy === 'gap' || waitsForVolumes(row, rows),
  release: releaseOf(row),
  releaseAfter: releaseAfter(row),
  services: row.configuration.services.map(({ name, replicas: count, startAfter }) => ({
    name,
    replicas: count,
    startAfter,
  })),
})

/** A volume has one writer, so another deployment's workload that may mount the same one has to end first. */
function waitsForVolumes(row: DeploymentRow, { deployments: open, replicas: all }: RollOutRows): boolean {
  const names = mountedVolumes(row.configuration)
  if (names.size === 0) return false
  return all.some((replica) => {
    if (replica.deploymentId === row.id || isOver(phaseOf(replica))) return false
    const other = open.find(({ id }) => id === replica.deploymentId)
    return !other || [...mountedVolumes(other.configuration)].some((name) => names.has(name))
  })
}

function releaseOf({ configuration, releaseState }: DeploymentRow): DeploymentView['release'] {
  if (!configuration.services.some(hasRelease)) return 'none'
  return releaseState === 'succeeded' ? 'done' : 'pending'
}

/** Returns everything that the services with release commands start after, directly or not. */
function releaseAfter({ configuration: { services } }: DeploymentRow): string[] {
  const needed = new Set<string>()
  const add = (names: readonly string[]) => {
    for (const name of names) {
      if (needed.has(name)) continue
      needed.add(name)
      add(services.find((service) => service.name === name)?.startAfter ?? [])
    }
  }
  add(services.filter(hasRelease).flatMap(({ startAfter }) => startAfter))
  return [...needed]
}

export const hasRelease = ({ releaseCommand }: StoredService): boolean =>
  releaseCommand !== null && releaseCommand.length > 0

const replicaView = (row: ReplicaRow): ReplicaView => ({
  id: row.id,
  deploymentId: row.deploymentId,
  service: row.service,
  index: row.index,
  phase: phaseOf(row),
  isDesired: row.desiredState === 'active',
  error: row.error,
})

export function phaseOf(row: ReplicaRow): ReplicaPhase {
  if (row.state === 'Failed-start') return 'failed'
  if (row.state === 'Closed') return row.finishedAt ? 'finished' : 'ended'
  if (row.state === 'Active') return 'ready'
  return isWaiting(row) ? 'waiting' : 'starting'
}
