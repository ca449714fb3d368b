import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { diskSpaceOf } from '../../../engines/disk-space.ts'
import { type ArchiveStore, archiveGone, StoreFailure } from './archive-store.ts'

export interface FolderStoreOptions {
  folder: string
  /** Always left free on the folder's disk. */
  reserveBytes: number
}

const PARTIAL = '.partial'
const CHECK_EVERY_BYTES = 64 * 1024 ** 2

/** Keeps archives as files. A file has its name only once it is complete and on the disk. */
export function createFolderStore({ folder, reserveBytes }: FolderStoreOptions): ArchiveStore {
  const pathOf = (key: string) => join(folder, key)

  async function* whileSpace(source: Readable): AsyncGenerator<Buffer> {
    let left = 0
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (left <= 0) {
        const space = await diskSpaceOf(folder)
        if (space && space.freeBytes < reserveBytes) throw full()
        left = CHECK_EVERY_BYTES
      }
      left -= chunk.length
      yield chunk
    }
  }

  return {
    async write(key, source, signal) {
      const path = pathOf(key)
      const partial = `${path}.${randomBytes(6).toString('hex')}${PARTIAL}`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await removePartial(path)
      try {
        await pipeline(source, whileSpace, createWriteStream(partial, { mode: 0o600, flush: true }), { signal })
        await rename(partial, path)
        await syncFolder(dirname(path))
      } catch (error) {
        await rm(partial, { force: true })
        throw isFull(error) ? full(error) : error
      }
    },

    async read(key, signal) {
      const path = pathOf(key)
      if (!(await stat(path).catch(() => undefined))) throw archiveGone()
      return createReadStream(path, { signal })
    },

    async remove(key) {
      await removePartial(pathOf(key))
      await rm(pathOf(key), { force: true })
    },
  }
}

/** One process writes a key at a time, so what an earlier write left belongs to a dead one. */
async function removePartial(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch(() => [])
  for (const name of names)
    if (name.startsWith(`${basename(path)}.`) && name.endsWith(PARTIAL))
      await rm(join(dirname(path), name), { force: true })
}

/** Makes a rename survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const full = (cause?: unknown) =>
  new StoreFailure('diskFull', 'The disk for snapshots is full. Delete some, or ask the operator to free some space.', {
    cause,
  })
