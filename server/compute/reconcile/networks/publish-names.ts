import type { DeploymentId } from '../../../../src/contract/wire/common.ts'
import { EngineFailure } from '../../../engines/engine.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import { phaseOf, type RollOutRows } from '../roll-out/load-roll-out.ts'
import { publishName } from './instance-networks.ts'

/** Whether the services of a deployment find each other by name. */
export const hasNames = (rows: RollOutRows, id: DeploymentId): boolean =>
  rows.deployments.some((deployment) => deployment.id === id && deployment.configuration.services.length > 1)

/** Gives the ready replicas of a deployment their names, before the traffic is switched to it. */
export async function publishNames(
  { engine }: Pick<ReconcileOptions, 'engine'>,
  { deployments, replicas }: RollOutRows,
  id: DeploymentId,
): Promise<void> {
  const services = deployments.find((deployment) => deployment.id === id)?.configuration.services ?? []
  for (const row of replicas) {
    if (row.deploymentId !== id || phaseOf(row) !== 'ready') continue
    await publishName(engine, row, services).catch((error: unknown) => {
      // It gets its name when it is ready again.
      if (!(error instanceof EngineFailure) || error.code !== 'workloadNotFound') throw error
    })
  }
}
