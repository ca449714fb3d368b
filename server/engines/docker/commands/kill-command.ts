import { randomUUID } from 'node:crypto'
import type { BuiltInImage } from '../../built-in-images.ts'
import { EngineFailure } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus } from '../docker-failure.ts'
import { type DockerNames, probeNames } from '../docker-names.ts'

/** Not in the catalogue: only this file runs it. */
const killerImage: BuiltInImage = {
  image: 'longshore/process-killer:1',
  title: 'Process killer',
  description: 'Ends commands at their time limit',
  environment: [],
  program: 'process-killer.mjs',
}

/** In the environment of a command that may have to be killed. */
export const MARK_VARIABLE = 'LONGSHORE_COMMAND'

const KILL_MS = 60_000
const memoryBytes = 128 * 1024 * 1024

export type KillCommand = (containerId: string, mark: string) => Promise<void>

/**
 * Returns a function that kills a command inside a container. Engines have no call for it, the image may have no shell,
 * and this process may not be allowed to signal the command: so a container of our own, which shares only the process
 * namespace, does it.
 */
export function commandKiller(
  { docker }: DockerClient,
  ownNames: DockerNames,
  build: (image: BuiltInImage, options: object) => Promise<void>,
): KillCommand {
  const names = probeNames(ownNames)
  return async (containerId, mark) => {
    const abort = { abortSignal: AbortSignal.timeout(KILL_MS) }
    await build(killerImage, {})
    const id = `kill-${randomUUID()}`
    const container = await docker.createContainer({
      name: names.container(id),
      Image: killerImage.image,
      User: '0:0',
      Env: [`MARK=${MARK_VARIABLE}=${mark}`],
      Labels: names.labels({ id, image: killerImage.image, labels: {} }),
      HostConfig: {
        PidMode: `container:${containerId}`,
        NetworkMode: 'none',
        ReadonlyRootfs: true,
        Memory: memoryBytes,
        MemorySwap: memoryBytes,
        CapDrop: ['ALL'],
        // Processes of other users: to signal them, and to read their environment.
        CapAdd: ['KILL', 'SYS_PTRACE', 'DAC_READ_SEARCH'],
        SecurityOpt: ['no-new-privileges'],
      },
      ...abort,
    })
    try {
      await container.start(abort)
      const { StatusCode } = await container.wait(abort)
      if (StatusCode !== 0) throw notStopped()
    } finally {
      await container.remove({ force: true, v: true }).catch(ignoreStatus(404))
    }
  }
}

export function notStopped(): EngineFailure {
  return new EngineFailure('unexpected', 'The command could not be stopped at its time limit. Restart the workload.')
}
