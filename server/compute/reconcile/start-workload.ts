import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import { EngineFailure, type Workload, type WorkloadSpec } from '../../engines/engine.ts'
import type { Secrets } from '../instances/instance-secrets.ts'
import type { LeasedInstance } from './leased-instance.ts'
import { StartFailed } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

const PORT_ATTEMPTS = 5

/** Pulls the image and starts the workload. Repeated after a crash, it continues where the last one was. */
export async function startWorkload(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
): Promise<Workload> {
  const { variables, credentials } = await readSecrets(options, leased)
  const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]))
  const workload = await start(await getImage(options, leased, id, credentials)).catch(async (error: unknown) => {
    // The image was pruned as unused between the pull and the start.
    if (!(error instanceof EngineFailure) || error.code !== 'imageNotFound') throw error
    return start(await getImage(options, leased, id, credentials))
  })
  leased.signal.throwIfAborted()
  return workload.state.kind === 'ended' ? restartWorkload(options, leased, id) : workload

  function start(image: string): Promise<Workload> {
    const { row } = leased
    leased.logProgress('Starting the program', 'Starting')
    // Not aborted by a changed desired state: an aborted call might still create the workload after the teardown.
    return startOnFreePorts(
      options,
      id,
      {
        id,
        image,
        command: row.command ?? undefined,
        environment,
        limits: { cpuMilli: row.cpuMilli, memoryBytes: row.memoryBytes, storageBytes: row.storageBytes },
        labels: { instance: row.id, organization: row.organizationId, project: row.projectId },
      },
      row.containerPorts,
    )
  }
}

/** Restarts an ended workload, or starts a new one where another program has taken one of its ports meanwhile. */
export async function restartWorkload(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
): Promise<Workload> {
  const { engine, hostPorts, limits } = options
  try {
    return await engine.restart(id, limits.graceMs)
  } catch (error) {
    if (!isPortTaken(error)) throw error
    await engine.remove(id)
    await hostPorts.giveUp(id)
    return startWorkload(options, leased, id)
  }
}

/** Tries other ports while another program of this machine uses the chosen ones. */
async function startOnFreePorts(
  { engine, hostPorts, limits }: ReconcileOptions,
  id: DeploymentId,
  spec: Omit<WorkloadSpec, 'ports'>,
  containerPorts: readonly number[],
): Promise<Workload> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await hostPorts.reserve(id, containerPorts)
    try {
      return await engine.start({ ...spec, ports }, AbortSignal.timeout(limits.startMs))
    } catch (error) {
      if (!isPortTaken(error) || attempt === PORT_ATTEMPTS) throw error
      await engine.remove(id)
      await hostPorts.giveUp(id)
    }
  }
}

const isPortTaken = (error: unknown): boolean => error instanceof EngineFailure && error.code === 'portTaken'

async function readSecrets({ db, secrets }: ReconcileOptions, leased: LeasedInstance): Promise<Secrets> {
  const found = await secrets.read(db, leased.row.id)
  if (found) return found
  throw new StartFailed(
    'secretsUnreadable',
    'The variables and the credentials of the registry cannot be read, because the secret of this installation has changed. Deploy again with new ones.',
  )
}

async function getImage(
  { provideImage, limits }: ReconcileOptions,
  leased: LeasedInstance,
  deploymentId: DeploymentId,
  credentials: Secrets['credentials'],
): Promise<string> {
  const { image, organizationId } = leased.row
  const limit = AbortSignal.timeout(limits.pullMs)
  const startedMs = performance.now()
  leased.logProgress(`Fetching the image ${image}`)
  try {
    const reference = await provideImage(
      { organizationId, deploymentId, image },
      {
        credentials: credentials ?? undefined,
        onProgress: (message) => leased.setProgress(message),
        signal: AbortSignal.any([leased.signal, limit]),
        logProgress: (line) => leased.logProgress(line),
      },
    )
    leased.logProgress(`Image ready (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`, 'Starting')
    return reference
  } catch (error) {
    leased.signal.throwIfAborted()
    if (!limit.aborted) throw error
    const minutes = Math.round(limits.pullMs / 60_000)
    throw new EngineFailure(
      'registryUnreachable',
      `The image ${image} could not be fetched within ${minutes} minutes. Check its registry and this machine's network, then deploy again.`,
    )
  }
}
