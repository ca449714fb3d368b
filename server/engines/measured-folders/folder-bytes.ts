import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, type PathLike, type Stats } from 'node:fs'
import type { DiskUse } from '../engine.ts'

/** An open or suspended folder of the walk. */
interface Level {
  /** Undefined while a deeply nested folder inside it is walked. */
  fd: number | undefined
  path: Buffer
  stats: Stats
  /** Subfolders not yet entered. */
  names: Buffer[]
}

class NotMeasurable extends Error {}

const BLOCK_BYTES = 512
const LIMIT_MS = 30_000
/** Memory limit for the names of pending folders. */
const WAITING_BYTES = 64 * 1024 ** 2
const BYTES_PER_NAME = 100
/** Above this number, a file with several hard links counts each time it is found. */
const LINKS_REMEMBERED = 1_000_000
/** At deeper levels, outer folders are closed while one inside them is walked, and reopened by `..`. */
const KEPT_OPEN = 64
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * Returns the disk usage of a folder: blocks, not lengths, so that holes count as nothing, and each hard-linked file
 * once. The program that writes to the folder may be hostile: names are bytes, paths stay short at any depth, and
 * unreadable content is not counted as empty. Synchronous, so it must run in a worker thread.
 */
export function folderBytes(folder: string): DiskUse {
  const walk = new FolderWalk()
  try {
    walk.run(Buffer.from(folder))
    return walk.bytes
  } catch (error) {
    if (error instanceof NotMeasurable) return 'notMeasurable'
    throw error
  } finally {
    walk.close()
  }
}

class FolderWalk {
  bytes = 0
  readonly #untilMs = performance.now() + LIMIT_MS
  readonly #levels: Level[] = []
  readonly #linked = new Set<number>()
  #waitingBytes = 0

  run(root: Buffer): void {
    if (!this.#enter(root)) throw new NotMeasurable('Folder not found')
    for (let level = this.#levels.at(-1); level; level = this.#levels.at(-1)) {
      const name = level.names.pop()
      if (name) {
        this.#waitingBytes -= name.length + BYTES_PER_NAME
        this.#enter(inside(level, name))
      } else this.#leave(level)
    }
  }

  close(): void {
    for (const { fd } of this.#levels) if (fd !== undefined) closeSync(fd)
  }

  /** Returns false when the folder no longer exists. */
  #enter(path: Buffer): boolean {
    const fd = ignoreNotFound(() => openSync(path, FOLDER))
    if (fd === undefined) return false
    const outer = this.#levels.at(-1)
    const level = { fd, path: pathOf(fd, path), stats: fstatSync(fd), names: [] }
    this.#levels.push(level)
    this.#count(level)
    if (outer?.fd !== undefined && this.#levels.length > KEPT_OPEN) {
      closeSync(outer.fd)
      outer.fd = undefined
    }
    return true
  }

  #leave(level: Level): void {
    const outer = this.#levels.at(-2)
    if (outer && outer.fd === undefined) {
      outer.fd = openSync(inside(level, Buffer.from('..')), FOLDER)
      outer.path = pathOf(outer.fd, outer.path)
      const { dev, ino } = fstatSync(outer.fd)
      if (dev !== outer.stats.dev || ino !== outer.stats.ino)
        throw new NotMeasurable('Folder was moved while it was walked')
    }
    this.#levels.pop()
    if (level.fd !== undefined) closeSync(level.fd)
  }

  #count(level: Level): void {
    for (const name of namesIn(level.path)) {
      if (performance.now() > this.#untilMs) throw new NotMeasurable('Time limit exceeded')
      const file = ignoreNotFound(() => lstatSync(inside(level, name), { throwIfNoEntry: false }))
      if (!file || this.#linked.has(file.ino)) continue
      this.bytes += file.blocks * BLOCK_BYTES
      if (file.isDirectory()) this.#wait(level, name)
      else if (file.nlink > 1 && this.#linked.size < LINKS_REMEMBERED) this.#linked.add(file.ino)
    }
  }

  #wait(level: Level, name: Buffer): void {
    level.names.push(name)
    this.#waitingBytes += name.length + BYTES_PER_NAME
    if (this.#waitingBytes > WAITING_BYTES) throw new NotMeasurable('Too many pending folders')
  }
}

/** Yields names one at a time: a folder may have millions. */
function* namesIn(path: PathLike): Generator<Buffer> {
  // With this encoding Node returns names as bytes; its types lack that.
  const folder = opendirSync(path, { encoding: 'buffer' as BufferEncoding, bufferSize: 256 })
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) yield entry.name as unknown as Buffer
  } finally {
    folder.closeSync()
  }
}

/** Linux addresses an open folder by a short path; elsewhere, folders that are nested too deeply cannot be measured. */
const pathOf = (fd: number, path: Buffer): Buffer =>
  process.platform === 'linux' ? Buffer.from(`/proc/self/fd/${fd}`) : path

const inside = ({ path }: Level, name: Buffer): Buffer => Buffer.concat([path, Buffer.from('/'), name])

const gone = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
const closed = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG'])

/** Returns undefined for an entry that was removed or replaced after its name was read. */
function ignoreNotFound<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException // The error type of Node's file system.
    if (gone.has(code)) return undefined
    if (closed.has(code)) throw new NotMeasurable(code)
    throw error
  }
}
