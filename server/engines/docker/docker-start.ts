import type { ContainerInspectInfo } from 'dockerode'
import { EngineFailure, type Workload, type WorkloadSpec } from '../engine.ts'
import { createOptions } from './create-options.ts'
import type { DockerClient } from './docker-client.ts'
import { dockerFailure, statusOf } from './docker-failure.ts'
import type { DockerNames } from './docker-names.ts'
import { dockerWorkload } from './docker-workload.ts'

/** Three calls to the engine and no more: create, start, and one look for the ports that it chose. */
export async function dockerStart(
  client: DockerClient,
  names: DockerNames,
  spec: WorkloadSpec,
  signal: AbortSignal,
): Promise<Workload> {
  const { docker } = client
  const container = docker.getContainer(names.container(spec.id))
  const abort = { abortSignal: signal }
  try {
    const isNew = await create()
    if (!isNew) {
      const there = ours(await container.inspect(abort))
      if (there.state.kind !== 'created') return there
    }
    await container.start(abort)
    return ours(await container.inspect(abort))
  } catch (error) {
    throw dockerFailure(error, { id: spec.id, image: spec.image, command: spec.command })
  }

  async function create(): Promise<boolean> {
    try {
      await docker.createContainer({ ...createOptions(spec, names, await client.isPodman()), ...abort })
      return true
    } catch (error) {
      if (statusOf(error) === 409) return false
      // Podman says the same with another status.
      if (error instanceof Error && /name .* (is )?(already )?in use/i.test(error.message)) return false
      throw error
    }
  }

  function ours(info: ContainerInspectInfo): Workload {
    const workload = dockerWorkload(info, names.installationId)
    if (workload) return workload
    throw new EngineFailure(
      'invalidSpec',
      `A container named ${info.Name} is there already and is not Longshore's. Remove it, or choose another name.`,
    )
  }
}
