import type { DeploymentId } from '../../../../src/contract/wire/common.ts'
import { EngineFailure } from '../../../engines/engine.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import { phaseOf, type RollOutRows } from '../roll-out/load-roll-out.ts'
import type { RollOutStep } from '../roll-out/roll-out-state.ts'
import { hasNetworks, publishName, removeNetworks } from './instance-networks.ts'
import type { NetworkedInstance } from './networked-instance.ts'
import { removeProjectNetwork } from './project-network.ts'

/**
 * Whether the engine's networks change with a step. They change before it is written, so that a control plane that is
 * killed in between repeats both.
 */
export function changesNetworks(step: RollOutStep, { deployments }: RollOutRows): boolean {
  const withNames = deployments.filter(({ configuration }) => hasNetworks(configuration))
  return step.kind === 'switch'
    ? withNames.some(({ id }) => id === step.to)
    : withNames.length > 0 && isEnd(step, deployments)
}

export const stepKey = (step: RollOutStep): string => (step.kind === 'switch' ? `switch ${step.to}` : step.kind)

/** Whether no workload of the instance is left. */
const isEnd = ({ kind }: RollOutStep, open: RollOutRows['deployments']): boolean =>
  ['closeInstance', 'deleteInstance', 'endInstance'].includes(kind) || (kind === 'fail' && open.length === 1)

export async function prepareNetworks(
  options: Pick<ReconcileOptions, 'db' | 'engines' | 'regions' | 'log'>,
  step: RollOutStep,
  { instance, rows }: { instance: NetworkedInstance & { region: string }; rows: RollOutRows },
): Promise<void> {
  if (step.kind === 'switch') return publishNames(options.engines, instance, rows, step.to)
  const configurations = rows.deployments.map(({ configuration }) => configuration)
  const { db, engines, log } = options
  // More than one where the region got another engine meanwhile.
  const names = new Set([options.regions.engineOf(instance.region), ...rows.replicas.map(({ engine }) => engine)])
  for (const name of names) {
    try {
      const engine = engines.of(name)
      await removeNetworks(engine, instance.id, configurations)
      if (configurations.some(({ projectNetwork }) => projectNetwork)) await removeProjectNetwork(db, engine, instance)
    } catch (error) {
      // They are removed later, with the leftovers of killed control planes.
      log.warn({ err: error, instanceId: instance.id }, 'the networks of an instance could not be removed yet')
    }
  }
}

/** Gives the ready replicas of a deployment their names. */
async function publishNames(
  engines: ReconcileOptions['engines'],
  instance: NetworkedInstance,
  { deployments, replicas }: RollOutRows,
  id: DeploymentId,
): Promise<void> {
  const configuration = deployments.find((deployment) => deployment.id === id)?.configuration ?? { services: [] }
  for (const row of replicas) {
    if (row.deploymentId !== id || phaseOf(row) !== 'ready') continue
    await publishName(engines.of(row.engine), instance, row, configuration).catch((error: unknown) => {
      // It gets its name when it is ready again.
      if (!(error instanceof EngineFailure) || error.code !== 'workloadNotFound') throw error
    })
  }
}
