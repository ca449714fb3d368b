import { usesCredentials } from '../../../../src/rules/images/image-registry.ts'
import { type Engine, EngineFailure, type Workload, type WorkloadSpec } from '../../../engines/engine.ts'
import { LOOPBACK, type NetworkAttachment } from '../../../engines/interface/networks.ts'
import { engineTitle } from '../../catalogue/regions/region-engine.ts'
import type { DeploymentValues } from '../../deployments/deployment-secrets.ts'
import { provideVolumes } from '../../volumes/attaching/provide-volumes.ts'
import { joinNetworks, withdrawName } from '../networks/instance-networks.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import type { LeasedReplica } from './leased-replica.ts'
import { StartFailed } from './transition/replica-event.ts'

const PORT_ATTEMPTS = 5

/** Pulls the image and starts the workload. Repeated after a crash, it continues where the last one was. */
export async function startWorkload(options: ReconcileOptions, leased: LeasedReplica): Promise<Workload> {
  const { row, loaded } = leased
  requireRegion(options, loaded.instance.region)
  const engine = options.engines.of(row.engine)
  const values = await readValues(options, row.deploymentId)
  const workload = await start(await getImage(options, leased, values.credentials)).catch(async (error: unknown) => {
    // The image was pruned as unused between the pull and the start, or the last other user of a network left it.
    if (!(error instanceof EngineFailure) || !['imageNotFound', 'networkNotFound'].includes(error.code)) throw error
    return start(await getImage(options, leased, values.credentials))
  })
  leased.lease.signal.throwIfAborted()
  return workload.state.kind === 'ended' ? restartWorkload(options, leased) : workload

  async function start(image: string): Promise<Workload> {
    leased.logProgress('Starting the program', 'Starting')
    const { service, instance } = loaded
    const networks = await joinNetworks(engine, instance, loaded, service.name)
    const mounts = await provideVolumes(options.db, { name: row.engine, engine }, loaded)
    const spec = { ...workloadSpec({ id: row.workloadId, image, service, values, instance, networks }), mounts }
    // Not aborted by a changed desired state: an aborted call might still create the workload after the teardown.
    return startOnFreePorts(options, engine, spec, service.ports)
  }
}

/** Restarts an ended workload, or starts a new one where another program has taken one of its ports meanwhile. */
export async function restartWorkload(options: ReconcileOptions, leased: LeasedReplica): Promise<Workload> {
  const { engines, hostPorts, limits } = options
  const { service, instance } = leased.loaded
  const { workloadId } = leased.row
  const engine = engines.of(leased.row.engine)
  try {
    await withdrawName(engine, instance, leased.row, leased.loaded)
    return await engine.restart(workloadId, Math.min(service.stopGraceMs, limits.graceMs))
  } catch (error) {
    if (!isPortTaken(error) && !isNetworkGone(error)) throw error
    await engine.remove(workloadId)
    await hostPorts.giveUp(workloadId)
    return startWorkload(options, leased)
  }
}

/** The workloads of a region are never started by the engine of another one. */
function requireRegion({ regions }: ReconcileOptions, name: string): void {
  const region = regions.list.find((candidate) => candidate.name === name)
  if (!region || region.isServed) return
  throw new EngineFailure(
    'engineUnreachable',
    `The engine of the region ${region.title} (${engineTitle(region)}) is not connected. Ask the operator to connect it.`,
  )
}

interface SpecSource {
  id: string
  image: string
  service: LeasedReplica['loaded']['service']
  values: DeploymentValues
  instance: Pick<LeasedReplica['loaded']['instance'], 'id' | 'organizationId' | 'projectId'>
  networks: NetworkAttachment[]
}

type Spec = Omit<WorkloadSpec, 'ports'>

/** Describes the workload of a service to the engine, without its ports. */
export function workloadSpec({ id, image, service, values, instance, networks }: SpecSource): Spec {
  const isOwn = (item: { service: string }) => item.service === service.name
  return {
    id,
    image,
    entrypoint: service.entrypoint ?? undefined,
    command: service.command ?? undefined,
    workingDirectory: service.workingDirectory ?? undefined,
    user: service.user ?? undefined,
    environment: Object.fromEntries(values.variables.filter(isOwn).map(({ name, value }) => [name, value])),
    files: values.files.filter(isOwn).map(({ path, content, mode }) => ({ path, mode, content: Buffer.from(content) })),
    networks,
    stopSignal: service.stopSignal ?? undefined,
    limits: {
      cpuMilli: service.cpuMilli,
      memoryBytes: service.memoryBytes,
      storageBytes: service.storageBytes,
      sharedMemoryBytes: service.sharedMemoryBytes ?? undefined,
    },
    labels: { instance: instance.id, organization: instance.organizationId, project: instance.projectId },
  }
}

/** Tries other ports while another program of this machine uses the chosen ones. */
async function startOnFreePorts(
  { hostPorts, limits }: ReconcileOptions,
  engine: Engine,
  spec: Spec,
  declared: LeasedReplica['loaded']['service']['ports'],
): Promise<Workload> {
  for (let attempt = 1; ; attempt += 1) {
    // TCP and UDP of one number share a host port, too.
    const containerPorts = [...new Set(declared.map(({ containerPort }) => containerPort))]
    const reserved = await hostPorts.reserve(spec.id, containerPorts, engine.publishAddress ?? LOOPBACK)
    const ports = declared.flatMap(({ containerPort, protocol }) =>
      reserved
        .filter((port) => port.containerPort === containerPort)
        .map((port) => (protocol === 'udp' ? { ...port, protocol } : port)),
    )
    try {
      return await engine.start({ ...spec, ports }, AbortSignal.timeout(limits.startMs))
    } catch (error) {
      if (!isPortTaken(error) || attempt === PORT_ATTEMPTS) throw error
      await engine.remove(spec.id)
      await hostPorts.giveUp(spec.id)
    }
  }
}

const isPortTaken = (error: unknown): boolean => error instanceof EngineFailure && error.code === 'portTaken'

const isNetworkGone = (error: unknown): boolean => error instanceof EngineFailure && error.code === 'networkNotFound'

export async function readValues(
  { db, secrets }: Pick<ReconcileOptions, 'db' | 'secrets'>,
  id: LeasedReplica['row']['deploymentId'],
): Promise<DeploymentValues> {
  const found = await secrets.read(db, id)
  if (found) return found
  throw new StartFailed(
    'secretsUnreadable',
    'The variables and the credentials of the registry cannot be read, because the secret of this installation has changed. Deploy again with new ones.',
  )
}

async function getImage(
  options: ReconcileOptions,
  leased: LeasedReplica,
  credentials: DeploymentValues['credentials'],
): Promise<string> {
  const { service, instance } = leased.loaded
  const startedMs = performance.now()
  leased.logProgress(`Fetching the image ${service.image}`)
  const reference = await pullImage(options, {
    request: {
      organizationId: instance.organizationId,
      deploymentId: leased.row.deploymentId,
      service: service.name,
      image: service.image,
      engine: leased.row.engine,
    },
    credentials: credentialsOf(service, leased.loaded.services, credentials),
    signal: leased.lease.signal,
    onProgress: (message) => leased.setProgress(message),
    logProgress: (line) => leased.logProgress(line),
  })
  leased.logProgress(`Image ready (${((performance.now() - startedMs) / 1000).toFixed(1)} s)`, 'Starting')
  return reference
}

/** Several services share the credentials, of which some have images of other registries. */
export const credentialsOf = (
  { image }: { image: string },
  services: readonly { image: string }[],
  credentials: DeploymentValues['credentials'],
): DeploymentValues['credentials'] => {
  const images = services.map((service) => service.image)
  return credentials && usesCredentials(image, images, credentials.registry) ? credentials : null
}

interface ImagePull {
  request: Parameters<ReconcileOptions['provideImage']>[0]
  credentials: DeploymentValues['credentials']
  signal: AbortSignal
  onProgress: (message: string) => void
  logProgress: (line: string) => void
}

/** Makes the image of a service available within the time limit, and returns the reference to start it by. */
export async function pullImage(
  { provideImage, limits }: Pick<ReconcileOptions, 'provideImage' | 'limits'>,
  { request, credentials, signal, ...report }: ImagePull,
): Promise<string> {
  const limit = AbortSignal.timeout(limits.pullMs)
  try {
    return await provideImage(request, {
      ...report,
      credentials: credentials ?? undefined,
      signal: AbortSignal.any([signal, limit]),
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!limit.aborted) throw error
    const minutes = Math.round(limits.pullMs / 60_000)
    throw new EngineFailure(
      'registryUnreachable',
      `The image ${request.image} could not be fetched within ${minutes} minutes. Check its registry and this machine's network, then deploy again.`,
    )
  }
}
