import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Container } from 'dockerode'
import type { EngineVolumes } from '../../interface/volumes.ts'
import type { DockerClient } from '../docker-client.ts'
import { dockerFailure, ignoreStatus, statusOf } from '../docker-failure.ts'
import { archiveLabel, type DockerNames, probeNames } from '../docker-names.ts'
import { volumeMount } from './volume-mount.ts'

type VolumeArchives = Pick<EngineVolumes, 'exportVolume' | 'importVolume'>

/** An image without files. Its containers are never started: the engine reads and writes their volume. */
const EMPTY_IMAGE = 'longshore/empty:1'
/** The end of a tar archive, and nothing else. */
const emptyTar = Buffer.alloc(1024)
const PLACE = '/volume'
const CALL_MS = 60_000

/**
 * Reads and writes volumes through containers that are never started, so nothing of the volume is executed, and a
 * symbolic link in it leads nowhere but into the container's own empty file system.
 */
export function volumeArchives({ docker }: DockerClient, ownNames: DockerNames): VolumeArchives {
  const names = probeNames(ownNames)

  async function open(volumeId: string, isReadOnly: boolean, key: string | undefined): Promise<Container> {
    const id = `archive-${key ?? randomUUID()}`
    if (key !== undefined) await remove(docker.getContainer(names.container(id)))
    const create = () =>
      docker.createContainer({
        name: names.container(id),
        Image: EMPTY_IMAGE,
        Cmd: ['/never-started'],
        Labels: { ...names.labels({ id, image: EMPTY_IMAGE, labels: {} }), [archiveLabel]: volumeId },
        HostConfig: {
          NetworkMode: 'none',
          Mounts: [volumeMount({ volumeId, path: PLACE, isReadOnly }, ownNames)],
        },
        abortSignal: AbortSignal.timeout(CALL_MS),
      })
    try {
      return await create()
    } catch (error) {
      if (statusOf(error) !== 404) throw error
      await importEmptyImage()
      return create()
    }
  }

  async function importEmptyImage(): Promise<void> {
    const [repo, tag] = EMPTY_IMAGE.split(':')
    const progress = await docker.importImage(Readable.from([emptyTar]), { repo, tag })
    progress.resume()
    await new Promise((resolve, reject) => progress.once('end', resolve).once('error', reject))
  }

  return {
    async exportVolume(id, signal, key) {
      const container = await open(id, true, key)
      const close = () => remove(container)
      try {
        const source = await container.getArchive({ path: `${PLACE}/.`, abortSignal: signal })
        const output = new PassThrough()
        // The reader sees the error on the stream that it has.
        void pipeline(source, output, { signal })
          .catch((error: unknown) => void output.destroy(dockerFailure(error)))
          .finally(close)
        return output
      } catch (error) {
        await close()
        throw error
      }
    },

    async importVolume(id, archive, signal) {
      const container = await open(id, false, id)
      const broken = new AbortController()
      let cause: unknown
      const input = new PassThrough()
      const fed = pipeline(archive, input, { signal }).catch((error: unknown) => {
        cause = error
        broken.abort(error)
      })
      try {
        await container.putArchive(input, { path: PLACE, abortSignal: AbortSignal.any([signal, broken.signal]) })
        // The engine ignores what follows the end of an archive, but its reader counts and hashes it.
        input.unpipe()
        input.resume()
        await fed
        if (cause) throw cause
      } catch (error) {
        input.destroy()
        throw cause ?? error
      } finally {
        archive.destroy()
        await remove(container)
      }
    },
  }
}

/** The containers that still read or write a volume; one that a killed process left behind keeps the volume in use. */
export async function removeArchiveContainers({ docker }: DockerClient, names: DockerNames, id: string): Promise<void> {
  const filters = { label: [names.filter, `${archiveLabel}=${id}`] }
  for (const { Id } of await docker.listContainers({ all: true, filters, abortSignal: AbortSignal.timeout(CALL_MS) }))
    await remove(docker.getContainer(Id))
}

const remove = (container: Container): Promise<void> =>
  container
    .remove({ force: true, abortSignal: AbortSignal.timeout(CALL_MS) })
    .catch(ignoreStatus(404))
    .catch(ignoreStatus(409))
