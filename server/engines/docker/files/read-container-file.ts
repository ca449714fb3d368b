import { buffer } from 'node:stream/consumers'
import type { Container } from 'dockerode'
import { extract } from 'tar-stream'
import { statusOf } from '../docker-failure.ts'

/** Bounds what a hostile image makes this process read. */
const MAX_BYTES = 1024 * 1024

/** Returns a small regular file of a container; an empty text for anything else. */
export async function readContainerFile(container: Container, path: string, signal: AbortSignal): Promise<string> {
  try {
    const archive = await container.getArchive({ path, abortSignal: signal })
    const entries = archive.pipe(extract())
    return await new Promise<string>((resolve, reject) => {
      entries.once('entry', ({ type, size = 0 }, content) => {
        const isSmallFile = type === 'file' && size <= MAX_BYTES
        const read = isSmallFile ? buffer(content).then(String) : Promise.resolve('')
        read.then(resolve, reject)
      })
      entries.once('finish', () => resolve(''))
      for (const source of [archive, entries]) source.once('error', reject)
    }).finally(() => {
      archive.unpipe(entries)
      if ('destroy' in archive && typeof archive.destroy === 'function') archive.destroy()
    })
  } catch (error) {
    if (statusOf(error) === 404) return ''
    throw error
  }
}
