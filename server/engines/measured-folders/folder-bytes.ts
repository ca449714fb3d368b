import { closeSync, constants, fstatSync, lstatSync, opendirSync, openSync, type PathLike, type Stats } from 'node:fs'
import type { DiskUse } from '../engine.ts'

/** A folder between being entered and being left. */
interface Level {
  /** Undefined while a folder deep inside of it is walked. */
  fd: number | undefined
  path: Buffer
  stats: Stats
  /** Folders in it that are still to be entered. */
  names: Buffer[]
}

class NotMeasurable extends Error {}

const BLOCK_BYTES = 512
const LIMIT_MS = 30_000
/** The memory that names of folders may take while they wait to be entered. */
const WAITING_BYTES = 64 * 1024 ** 2
const BYTES_OF_A_NAME = 100
/** Beyond that a linked file counts as often as it is found. */
const LINKS_REMEMBERED = 1_000_000
/** Deeper folders are closed while one inside of them is walked, and found again by `..`. */
const KEPT_OPEN = 64
const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * What a folder takes on disk: blocks and not lengths, so that holes count nothing, and each linked file once. The
 * program that writes to it may be hostile: names are bytes, paths stay short however deep it is, and what cannot be read
 * is not taken for empty. For a thread of its own, because nothing in it waits.
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
    if (!this.#enter(root)) throw new NotMeasurable('It is not there')
    for (let level = this.#levels.at(-1); level; level = this.#levels.at(-1)) {
      const name = level.names.pop()
      if (name) {
        this.#waitingBytes -= name.length + BYTES_OF_A_NAME
        this.#enter(inside(level, name))
      } else this.#leave(level)
    }
  }

  close(): void {
    for (const { fd } of this.#levels) if (fd !== undefined) closeSync(fd)
  }

  /** Answers whether the folder is still there. */
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
      if (dev !== outer.stats.dev || ino !== outer.stats.ino) throw new NotMeasurable('It was moved meanwhile')
    }
    this.#levels.pop()
    if (level.fd !== undefined) closeSync(level.fd)
  }

  #count(level: Level): void {
    for (const name of namesIn(level.path)) {
      if (performance.now() > this.#untilMs) throw new NotMeasurable('It takes too long')
      const file = ignoreNotFound(() => lstatSync(inside(level, name), { throwIfNoEntry: false }))
      if (!file || this.#linked.has(file.ino)) continue
      this.bytes += file.blocks * BLOCK_BYTES
      if (file.isDirectory()) this.#wait(level, name)
      else if (file.nlink > 1 && this.#linked.size < LINKS_REMEMBERED) this.#linked.add(file.ino)
    }
  }

  #wait(level: Level, name: Buffer): void {
    level.names.push(name)
    this.#waitingBytes += name.length + BYTES_OF_A_NAME
    if (this.#waitingBytes > WAITING_BYTES) throw new NotMeasurable('It has too many folders')
  }
}

/** One by one: a folder may have millions of them. */
function* namesIn(path: PathLike): Generator<Buffer> {
  // Node gives names as bytes then, which its types do not know.
  const folder = opendirSync(path, { encoding: 'buffer' as BufferEncoding, bufferSize: 256 })
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) yield entry.name as unknown as Buffer
  } finally {
    folder.closeSync()
  }
}

/** Linux finds a folder that is open by a short path; elsewhere one that is nested too deeply cannot be measured. */
const pathOf = (fd: number, path: Buffer): Buffer =>
  process.platform === 'linux' ? Buffer.from(`/proc/self/fd/${fd}`) : path

const inside = ({ path }: Level, name: Buffer): Buffer => Buffer.concat([path, Buffer.from('/'), name])

const gone = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])
const closed = new Set(['EACCES', 'EPERM', 'ENAMETOOLONG'])

/** Undefined for what was removed or replaced since its name was read. */
function ignoreNotFound<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException // What Node's file system throws.
    if (gone.has(code)) return undefined
    if (closed.has(code)) throw new NotMeasurable(code)
    throw error
  }
}
