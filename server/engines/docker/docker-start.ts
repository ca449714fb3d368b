import { setTimeout as delay } from 'node:timers/promises'
import { EngineFailure, type Workload, type WorkloadSpec } from '../engine.ts'
import { checkWorkloadSpec } from '../spec/check-workload-spec.ts'
import { createOptions } from './create-options.ts'
import type { StorageLimit } from './disk/storage-limit.ts'
import type { DockerClient } from './docker-client.ts'
import { dockerFailure, ignoreStatus, MAX_MESSAGE_LENGTH, statusOf } from './docker-failure.ts'
import type { DockerNames } from './docker-names.ts'
import { dockerWorkload } from './docker-workload.ts'
import { writeFiles } from './files/write-files.ts'
import { attach, startAttached } from './network/attach-container.ts'
import type { SharedNetworks } from './network/shared-networks.ts'
import type { WorkloadNetworks } from './network/workload-networks.ts'
import type { DockerVolumes } from './volumes/docker-volumes.ts'

const pauseMs = 20

interface StartParts {
  networks: WorkloadNetworks
  shared: Pick<SharedNetworks, 'connectAll'>
  volumes: Pick<DockerVolumes, 'requireAll'>
  storage: StorageLimit
  /** The address of the engine's machine on which ports are published. */
  publishAddress: string
}

/**
 * Starts a workload: create network and container, write files, connect shared networks, start, inspect for the
 * assigned ports. A caller that was killed in between repeats all steps of a container that was only created.
 */
export async function dockerStart(
  client: DockerClient,
  names: DockerNames,
  parts: StartParts,
  spec: WorkloadSpec,
  signal: AbortSignal,
): Promise<Workload> {
  const { docker } = client
  const { networks, shared, volumes, storage, publishAddress } = parts
  const container = docker.getContainer(names.container(spec.id))
  const place = { own: names.network(spec.id), shared: names.sharedNetwork }
  const abort = { abortSignal: signal }
  try {
    checkWorkloadSpec(spec)
    await volumes.requireAll(spec)
    await networks.ensure(place.own, signal)
    const options = { ...createOptions(spec, names, { isPodman: await client.isPodman(), publishAddress }), ...abort }
    const create = () => storage.create(spec, options, (given) => docker.createContainer(given))
    while (!(await created(create))) {
      const there = await findContainer()
      if (there?.state.kind === 'created') {
        await attach(client, networks, container, place, signal)
        break
      }
      if (there) return there
      // Another call is still creating the container: its name is taken, but inspect does not find it yet.
      await delay(pauseMs, undefined, { signal })
    }
    await writeFiles(container, spec, signal)
    await shared.connectAll(spec, signal)
    await startAttached(client, networks, container, place, signal)
    return (await findContainer()) ?? removedMeanwhile()
  } catch (error) {
    if (isForgottenTask(error)) {
      await container.remove({ force: true, ...abort }).catch(ignoreStatus(404))
      return dockerStart(client, names, parts, spec, signal)
    }
    throw dockerFailure(error, { id: spec.id, image: spec.image, command: spec.command })
  }

  async function findContainer(): Promise<Workload | undefined> {
    const info = await container.inspect(abort).catch(ignoreStatus(404))
    if (!info) return undefined
    const workload = dockerWorkload(info, names.installationId)
    if (workload) return workload
    throw new EngineFailure(
      'invalidSpec',
      `A container named ${info.Name} already exists and does not belong to Longshore. Remove it, or choose another name.`,
    )
  }
}

/** Returns false when the name is taken; Podman reports that with a different status. */
async function created(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if (
      statusOf(error) === 409 ||
      (error instanceof Error && /name .*in use/i.test(error.message.slice(0, MAX_MESSAGE_LENGTH)))
    )
      return false
    throw error
  }
}

/**
 * An engine that was killed during a start no longer knows the task that it had created, and never starts that
 * container again. A new container has a new task.
 */
const isForgottenTask = (error: unknown): boolean =>
  error instanceof Error && /\btask [0-9a-f]+: already exists/.test(error.message.slice(0, MAX_MESSAGE_LENGTH))

function removedMeanwhile(): never {
  throw new EngineFailure('workloadNotFound', 'The workload was removed while it was starting. Deploy it again.')
}
