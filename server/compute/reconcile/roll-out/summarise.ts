import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import type { ReplicaRow } from '../replica/load-replica.ts'
import { PROVIDER_GONE } from '../replica/transition/after-teardown.ts'
import { type DeploymentRow, phaseOf, type RollOutRows } from './load-roll-out.ts'
import { isOver } from './plan.ts'

/** The columns of an instance that follow from its deployments and replicas. */
export type Summary = Partial<
  Pick<InstanceRow, 'state' | 'status' | 'progressMessage' | 'error' | 'publishedPorts' | 'observedAt'>
>

/**
 * Derives what an instance shows from the replicas of the deployment that serves, or else of the one that starts. The
 * state of an instance without either was written when it ended.
 */
export function summarise(instance: InstanceRow, rows: RollOutRows): Summary {
  const serving = rows.deployments.find(({ activeSince }) => activeSince !== null)
  const target = rows.deployments.at(-1)
  const shown = serving ?? target
  if (!shown || !target) return { publishedPorts: [] }
  const own = replicasOf(shown, rows)
  const isUp = serving !== undefined && shown.configuration.services.every((service) => hasReady(service, own))
  // Replicas that end on request do not start again.
  const isEnding = instance.desiredState !== 'active'
  const status = serving ? servingStatus(serving, rows, isUp) : statusOf(target, rows)
  return {
    ...(!isEnding && { state: isUp ? 'Active' : 'Starting', status }),
    progressMessage: progressOf(target, rows, instance),
    error: own.find(({ error, removedAt }) => error && !removedAt)?.error ?? null,
    publishedPorts: serving ? portsOf(shown, own) : [],
    observedAt: latest(own) ?? instance.observedAt,
  }
}

/** Returns the status of the deployment that serves; the row of a deployment keeps `Deployed` while a service is down. */
export function servingStatus(serving: DeploymentRow, rows: RollOutRows, isUp = true): InstanceRow['status'] {
  if (replicasOf(serving, rows).some(hasNoProvider)) return 'Deprecated-Provider'
  return isUp ? 'Deployed' : 'Pending'
}

const hasNoProvider = ({ error, removedAt }: ReplicaRow): boolean => removedAt === null && error?.code === PROVIDER_GONE

/** Returns the status of a deployment that does not serve yet. */
export function statusOf(deployment: DeploymentRow, rows: RollOutRows): InstanceRow['status'] {
  const own = replicasOf(deployment, rows)
  if (own.some(hasNoProvider)) return 'Deprecated-Provider'
  const hasBegun = deployment.releaseState !== null || own.some((row) => phaseOf(row) !== 'waiting')
  const places = deployment.configuration.services.reduce((sum, { replicas }) => sum + replicas, 0)
  const running = own.filter((row) => row.status === 'PROVISIONED' || row.status === 'Deployed' || row.finishedAt)
  if (running.length >= places) return 'PROVISIONED'
  return hasBegun ? 'Pending' : 'Queued'
}

/** Returns the progress of the first replica that has some; of the newer deployment while two are open. */
function progressOf(target: DeploymentRow, rows: RollOutRows, instance: InstanceRow): string {
  const live = replicasOf(target, rows).filter((row) => !isOver(phaseOf(row)) && row.progressMessage !== '')
  const [first] = live.toSorted((a, b) => Number(phaseOf(a) === 'waiting') - Number(phaseOf(b) === 'waiting'))
  if (!first) {
    const isBusy = instance.desiredState !== 'active' || target.releaseState === 'running'
    return isBusy ? instance.progressMessage : ''
  }
  const { services } = target.configuration
  return services.length === 1 && services[0]?.replicas === 1
    ? first.progressMessage
    : `${first.service}: ${first.progressMessage}`
}

/** A service that is scaled to zero has nothing that could be ready. */
const hasReady = ({ name, replicas }: StoredService, own: readonly ReplicaRow[]): boolean =>
  replicas === 0 || own.some((row) => row.service === name && ['ready', 'finished'].includes(phaseOf(row)))

/** Returns the published ports of the first ready replica of each service; a port of two services is the first one's that has a link. */
function portsOf({ configuration }: DeploymentRow, own: readonly ReplicaRow[]): ReplicaRow['publishedPorts'] {
  const ports = (['http', 'tcp'] as const).flatMap((protocol) =>
    configuration.services.flatMap(({ name, ports: declared }) => {
      const ready = own.find((row) => row.service === name && phaseOf(row) === 'ready')
      const isPublic = (containerPort: number) =>
        declared.some(
          (port) => port.containerPort === containerPort && port.exposure === 'public' && port.protocol === protocol,
        )
      return ready?.publishedPorts.filter(({ containerPort }) => isPublic(containerPort)) ?? []
    }),
  )
  return [...new Map(ports.toReversed().map((port) => [port.containerPort, port])).values()].toReversed()
}

const replicasOf = ({ id }: DeploymentRow, { replicas }: RollOutRows): ReplicaRow[] =>
  replicas.filter(({ deploymentId }) => deploymentId === id)

const latest = (own: readonly ReplicaRow[]): Date | undefined => {
  const times = own.flatMap(({ observedAt }) => (observedAt ? [observedAt.getTime()] : []))
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}
