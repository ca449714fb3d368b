import type { Container } from 'dockerode'
import { findBuiltInImage } from './built-in-images.ts'
import { dockerExec } from './docker/commands/docker-exec.ts'
import { dockerPause } from './docker/commands/docker-pause.ts'
import { dockerStream } from './docker/commands/docker-stream.ts'
import { commandKiller } from './docker/commands/kill-command.ts'
import { describeDocker, dockerCapabilities } from './docker/describe-docker.ts'
import { dockerDisk } from './docker/disk/docker-disk.ts'
import { StorageLimit } from './docker/disk/storage-limit.ts'
import { connectDocker, type DockerTls } from './docker/docker-client.ts'
import { dockerEvents } from './docker/docker-events.ts'
import { dockerFailure, ignoreStatus, statusOf } from './docker/docker-failure.ts'
import { dockerNames } from './docker/docker-names.ts'
import { dockerRestart } from './docker/docker-restart.ts'
import { dockerStart } from './docker/docker-start.ts'
import { dockerStats } from './docker/docker-stats.ts'
import { dockerWorkload } from './docker/docker-workload.ts'
import type { FailureSubject } from './docker/failure-rules.ts'
import { builtInImageBuilder } from './docker/images/built-in-image-builder.ts'
import { dockerPull } from './docker/images/docker-pull.ts'
import { removeImage } from './docker/images/remove-image.ts'
import { isolationProbe, probeImage } from './docker/isolation/isolation-probe.ts'
import { dockerLogs } from './docker/logs/docker-logs.ts'
import { listensOnBridge } from './docker/network/listens-on-bridge.ts'
import { removeOrphans } from './docker/network/remove-orphans.ts'
import { sharedNetworks } from './docker/network/shared-networks.ts'
import { DEFAULT_SUBNETS } from './docker/network/subnet-pool.ts'
import { workloadNetworks } from './docker/network/workload-networks.ts'
import { dockerSessions } from './docker/sessions/docker-sessions.ts'
import { dockerVolumes } from './docker/volumes/docker-volumes.ts'
import { type Engine, EngineFailure, type Workload } from './engine.ts'
import type { MeasuredIsolation } from './interface/description.ts'
import { type EngineNetworks, LOOPBACK } from './interface/networks.ts'
import type { EngineVolumes } from './interface/volumes.ts'
import { probeWorkload } from './probe/probe-workload.ts'

export interface DockerEngineOptions {
  /** Separates this installation's containers from those of other installations on the same engine. */
  installationId: string
  /** `unix:///…`, `tcp://…`, `ssh://…` or the path of a socket; dockerode's default when not given. */
  dockerHost?: string | undefined
  /** IPv4 ranges in CIDR notation for workload networks; `DEFAULT_SUBNETS` when not given. */
  subnets?: readonly string[] | undefined
  /** The address of the engine's machine on which ports are published; loopback when not given. */
  publishAddress?: string | undefined
  tls?: DockerTls | undefined
}

const shortCallMs = 15_000
const startMs = 120_000
const inspectsAtOnce = 8

/** Creates a driver for Docker's API and Podman's compatible one. */
export async function createDockerEngine({
  installationId,
  dockerHost,
  subnets = DEFAULT_SUBNETS,
  publishAddress = LOOPBACK,
  tls,
}: DockerEngineOptions): Promise<Engine> {
  const client = await connectDocker(dockerHost, { tls, isElsewhere: publishAddress !== LOOPBACK })
  const { docker } = client
  const names = dockerNames(installationId)
  const networks = workloadNetworks(client, subnets)
  const shared = sharedNetworks(client, networks, names)
  const volumes = dockerVolumes(client, names)
  const storage = new StorageLimit()
  const disk = dockerDisk(client, names)
  const build = builtInImageBuilder(client)
  const probe = isolationProbe(client, names, networks, dockerHost)
  const kill = commandKiller(client, names, build)
  let measured: MeasuredIsolation | undefined
  const placeOf = (id: string) => ({ own: names.network(id), shared: names.sharedNetwork })
  const containerOf = (id: string) => docker.getContainer(names.container(id))

  async function inspect(id: string): Promise<Workload | undefined> {
    return translateErrors({ id }, async () => {
      try {
        return dockerWorkload(await containerOf(id).inspect(within(shortCallMs)), installationId)
      } catch (error) {
        if (statusOf(error) === 404) return undefined
        throw error
      }
    })
  }

  const listens: Engine['listens'] = async (workload, containerPort) =>
    publishAddress === LOOPBACK ? listensOnBridge(workload, containerPort) : undefined

  const exec: Engine['exec'] = (id, command, options = {}) =>
    translateErrors({ id, command }, () => dockerExec(containerOf(id), kill, command, options))

  return {
    name: 'docker',
    publishAddress,
    ...translated(shared, volumes),

    capabilities: async () => dockerCapabilities(volumes.isSizeEnforced()),

    describe: (signal) =>
      translateErrors({}, () => describeDocker(client, measured, within(shortCallMs, signal).abortSignal)),

    findInvalidVariable: async () => undefined,

    pull: async (image, options) => {
      const builtIn = findBuiltInImage(image)
      if (!builtIn) return dockerPull(client, image, options)
      await build(builtIn, options)
      return { reference: image, isNew: false }
    },

    removeImage: (reference) => translateErrors({}, () => removeImage(client, reference, within(startMs).abortSignal)),

    start: (spec, signal) =>
      dockerStart(
        client,
        names,
        { networks, shared, volumes, storage, publishAddress },
        spec,
        within(startMs, signal).abortSignal,
      ),

    stop: (id, graceMs) =>
      translateErrors({ id }, async () => {
        await containerOf(id)
          .stop({ t: graceSeconds(graceMs), ...within(graceMs + shortCallMs) })
          .catch(ignoreStatus(304))
      }),

    restart: (id, graceMs) =>
      translateErrors({ id }, async () => {
        const { abortSignal } = within(graceMs + startMs)
        await dockerRestart(client, networks, containerOf(id), placeOf(id), {
          graceMs,
          publishAddress,
          signal: abortSignal,
        })
        return (await inspect(id)) ?? vanished()
      }),

    ...dockerPause(containerOf),

    remove: (id) =>
      translateErrors({ id }, async () => {
        await remove(containerOf(id))
        await networks.remove(names.network(id).name, within(startMs).abortSignal)
      }),

    measureIsolation: (target, signal) =>
      translateErrors({}, async () => {
        await build(probeImage, { signal })
        measured = await probe(target, within(startMs, signal).abortSignal)
        return measured
      }),

    removeOrphans: (known, signal) =>
      translateErrors({}, () => removeOrphans(client, networks, names, within(startMs, signal).abortSignal, { known })),

    inspect,

    listens,

    list: () =>
      translateErrors({}, async () => {
        const filters = { label: names.workloadFilter }
        const found = await docker.listContainers({ all: true, filters, ...within(shortCallMs) })
        const ids = found.flatMap(({ Names, Labels }) => names.workloadOf(Names, Labels) ?? [])
        const workloads: Workload[] = []
        for (let at = 0; at < ids.length; at += inspectsAtOnce) {
          const part = await Promise.all(ids.slice(at, at + inspectsAtOnce).map(inspect))
          workloads.push(...part.filter((workload) => workload !== undefined))
        }
        return workloads
      }),

    logs: (id, options) => dockerLogs(client, names.container(id), options),

    exec,

    stream: (id, command, signal) =>
      translateErrors({ id, command }, () => dockerStream(containerOf(id), kill, command, signal)),

    ...dockerSessions(containerOf, kill),

    probe: probeWorkload({ inspect, listens, exec, publishAddress }),

    stats: (id, signal) =>
      translateErrors({ id }, () => dockerStats(containerOf(id), within(shortCallMs, signal).abortSignal)),

    diskUsage: (signal) => translateErrors({}, () => disk.usage(signal)),

    diskSpace: () => translateErrors({}, () => disk.space(within(shortCallMs).abortSignal)),

    events: (signal) => dockerEvents(client, names, signal),

    close: async () => client.close(),
  }
}

/** Converts every error to an `EngineFailure`; an abort stays an abort. */
async function translateErrors<T>(subject: FailureSubject, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw dockerFailure(error, subject)
  }
}

/** Limits every call, so that an engine that hangs does not hang its caller. */
function within(ms: number, signal?: AbortSignal): { abortSignal: AbortSignal } {
  const limit = AbortSignal.timeout(ms)
  return { abortSignal: signal ? AbortSignal.any([signal, limit]) : limit }
}

function graceSeconds(graceMs: number): number {
  return Math.ceil(graceMs / 1000)
}

/** Waits for the removal when another call has already begun it (409), and ignores a container that is gone (404). */
async function remove(container: Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true, ...within(startMs) })
  } catch (error) {
    if (statusOf(error) === 404) return
    if (statusOf(error) !== 409) throw error
    await container.wait({ condition: 'removed', ...within(startMs) }).catch(ignoreStatus(404))
  }
}

/** The calls for networks and volumes, with their errors as `EngineFailure`. */
function translated(networks: EngineNetworks, volumes: EngineVolumes): EngineNetworks & EngineVolumes {
  return {
    createNetwork: (...given) => translateErrors({}, () => networks.createNetwork(...given)),
    removeNetwork: (id) => translateErrors({}, () => networks.removeNetwork(id)),
    connect: (...given) => translateErrors({}, () => networks.connect(...given)),
    disconnect: (...given) => translateErrors({}, () => networks.disconnect(...given)),
    createVolume: (spec) => translateErrors({}, () => volumes.createVolume(spec)),
    removeVolume: (id) => translateErrors({}, () => volumes.removeVolume(id)),
    listVolumes: () => translateErrors({}, () => volumes.listVolumes()),
    volumeUsage: (signal) => translateErrors({}, () => volumes.volumeUsage(signal)),
    exportVolume: (...given) => translateErrors({}, () => volumes.exportVolume(...given)),
    importVolume: (...given) => translateErrors({}, () => volumes.importVolume(...given)),
  }
}

function vanished(): never {
  throw new EngineFailure('workloadNotFound', 'The workload was removed while it was restarting. Deploy it again.')
}
