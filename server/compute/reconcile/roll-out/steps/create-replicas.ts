import type { StoredService } from '../../../../../src/contract/wire/instance/instance-configuration.ts'
import type { Tx } from '../../../../store/connection.ts'
import type { Claim } from '../../../admission/capacity-counters.ts'
import { insertReplicas } from '../../../deployments/insert-replicas.ts'
import { dailyPriceOf } from '../../../instances/requested-size.ts'
import { deadlineFrom } from '../../reconcile-options.ts'
import { refreshInstance } from '../refresh-instance.ts'
import type { RollOutStep } from '../roll-out-state.ts'
import type { StepContext } from './step-context.ts'

/**
 * Fills the empty places of a deployment, if there is room. Requests that were admitted with their replicas have none:
 * this is for deployments with a gap, and for the serving one after a failed update with a gap.
 */
export async function createReplicas(
  tx: Tx,
  { options, instance, rows }: StepContext,
  { deploymentId, places }: Extract<RollOutStep, { kind: 'createReplicas' }>,
): Promise<void> {
  const deployment = rows.deployments.find(({ id }) => id === deploymentId)
  const price = options.regions.unitPriceOf(instance.region)
  const chosen = places.flatMap(({ service: name, index }) => {
    const service = deployment?.configuration.services.find((candidate) => candidate.name === name)
    return service ? [{ service, index, dailyPriceMicros: dailyPriceOf(service, price) }] : []
  })
  const { id: instanceId, organizationId, region } = instance
  const engine = options.regions.engineOf(region)
  const deadlineAt = deadlineFrom(options.limits, Date.now())
  const claim = claimOf(chosen.map(({ service }) => service))
  await options.admission.admit(tx, { organizationId, engine, claim }, async () => {
    await insertReplicas(tx, { instanceId, deploymentId, region, engine, deadlineAt }, chosen)
    await refreshInstance(tx, instance, options)
  })
}

function claimOf(services: readonly StoredService[]): Claim {
  const sum = (name: 'cpuMilli' | 'memoryBytes' | 'storageBytes') =>
    services.reduce((total, service) => total + service[name], 0)
  return { cpuMilli: sum('cpuMilli'), memoryBytes: sum('memoryBytes'), storageBytes: sum('storageBytes'), gpu: 0 }
}
