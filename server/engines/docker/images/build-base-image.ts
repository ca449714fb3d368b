import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Pack, pack } from 'tar-stream'
import { sharedLibraries } from './shared-libraries.ts'

/** Base of the built-in images: this machine's own Node and nothing else, so that no registry is needed. */
export const nodeBaseImage = {
  changes: (content: string) => [
    'ENV PATH=/usr/local/bin NODE_ENV=production HOME=/data',
    `LABEL longshore.content=${content}`,
    'WORKDIR /data',
    'USER 1000:1000',
    'CMD ["node"]',
  ],
  /** A hash of Node's version and the processor: a change of either makes a new image. */
  content: () => createHash('sha256').update(`1 ${process.version} ${process.arch}`).digest('hex').slice(0, 16),
}

const root = { uid: 0, gid: 0 }

/** Passes the image's files as a tar stream to `use`. An import reads it once; a build would copy it several times. */
export async function withNodeArchive(use: (archive: Readable, signal: AbortSignal) => Promise<void>): Promise<void> {
  const files = new Map([[process.execPath, '/usr/local/bin/node']])
  for (const library of await sharedLibraries(process.execPath)) files.set(library, library)
  const archive = pack()
  const abort = new AbortController()
  const filling = fill(archive, files, abort.signal).catch((error: unknown) => {
    archive.destroy(error instanceof Error ? error : undefined)
    throw error
  })
  try {
    await Promise.all([use(archive, abort.signal), filling])
  } finally {
    abort.abort()
  }
}

async function fill(archive: Pack, files: ReadonlyMap<string, string>, signal: AbortSignal): Promise<void> {
  const folders = new Set([...files.values(), '/etc/passwd'].flatMap(foldersOf))
  for (const name of folders) archive.entry({ ...root, name, type: 'directory', mode: 0o755 })
  archive.entry({ ...root, name: 'tmp', type: 'directory', mode: 0o1777 })
  archive.entry({ uid: 1000, gid: 1000, name: 'data', type: 'directory', mode: 0o755 })
  const users = 'root:x:0:0:root:/:/nologin\nnode:x:1000:1000:node:/data:/nologin\n'
  archive.entry({ ...root, name: 'etc/passwd', mode: 0o644 }, users)
  archive.entry({ ...root, name: 'etc/group', mode: 0o644 }, 'root:x:0:\nnode:x:1000:\n')
  for (const [source, path] of files) {
    const { size } = await stat(source)
    const entry = archive.entry({ ...root, name: path.slice(1), mode: 0o755, size })
    await pipeline(createReadStream(source), entry, { signal })
  }
  archive.finalize()
}

/** Returns the folders above a path, the outermost first, without a leading slash. */
function foldersOf(path: string): string[] {
  const folder = dirname(path)
  return folder === '/' ? [] : [...foldersOf(folder), folder.slice(1)]
}
