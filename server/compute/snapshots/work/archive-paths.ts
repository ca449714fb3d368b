import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { TarCheck } from '../archive/tar-check.ts'

/** Bounds the memory of one comparison. */
const MAX_PATHS = 2_000_000
const HASH_BYTES = 6

/**
 * The distinct paths of an archive: the same for all ways to write them, and with the folders that are only implied.
 * Paths beyond two million are not compared.
 */
export class ArchivePaths {
  readonly #hashes = new Set<number>()

  add(given: string): void {
    const parts = given.split('/').filter((part) => part !== '' && part !== '.')
    for (; this.#hashes.size < MAX_PATHS; parts.pop()) {
      const hash = createHash('sha1').update(parts.join('/')).digest().readUIntBE(0, HASH_BYTES)
      if (this.#hashes.has(hash)) return
      this.#hashes.add(hash)
      if (parts.length === 0) return
    }
  }

  get count(): number {
    return this.#hashes.size
  }

  /** How many of these the others have too. */
  countIn(others: ArchivePaths): number {
    let found = 0
    for (const hash of this.#hashes) if (others.#hashes.has(hash)) found += 1
    return others.count < MAX_PATHS ? found : this.count
  }

  /** Passes an archive on unchanged, and adds its paths. */
  async *read(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const parser = extract()
    parser.on('entry', ({ name }, content, next) => {
      this.add(name)
      content.once('end', next)
      content.resume()
    })
    const parsed = finished(parser)
    // Awaited below, unless reading fails before.
    parsed.catch(() => {})
    this.add('.')
    try {
      for await (const chunk of source) {
        if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), parsed])
        yield chunk
      }
      parser.end()
      await parsed
    } finally {
      parser.destroy()
    }
  }
}

/** Reads an archive to its end. */
export async function pathsOf(source: Readable, signal: AbortSignal): Promise<ArchivePaths> {
  const paths = new ArchivePaths()
  const drain = async (chunks: AsyncIterable<Buffer>) => {
    for await (const _ of paths.read(chunks));
  }
  await pipeline(source, new TarCheck(), drain, { signal })
  return paths
}
