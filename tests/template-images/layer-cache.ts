import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

/** A layer of an image, as an archive on disk. It is not compressed: it only moves on this machine. */
export interface Layer {
  path: string
  digest: string
  size: number
}

const UNUSED_MS = 30 * 24 * 3_600_000
const merged = ['bin', 'sbin', 'lib', 'lib64']
/** Documents, and large files that no server of a template reads. */
const unused = [
  ...['doc', 'man', 'locale', 'info', 'lintian', 'bug'].map((name) => `share/${name}/*`),
  'share/javascript/moment-timezone/data/unpacked/*',
  'lib/postgresql/*/lib/bitcode/*',
  ...['promtool', 'amtool', 'aria_*', 'myisam*', 'mariadb-binlog', 'mariadb-dump', 'mariadb-slap', 'mariadb-check'],
  ...['mariadb-conv', 'mariadb-import', 'mariadb-plugin', 'mariadb-show', 'mariadb-tzinfo-to-sql', 'mariadb-upgrade'],
  ...['mariadb-waitpid', 'mariadbd-safe-helper', 'innochecksum', 'perror', 'replace', 'resolve_stack_dump'],
].map((path) => `--exclude=./usr/${path.includes('/') ? path : `bin/${path}`}`)

/** Layers by what they are made of. A layer is complete or not there: other runs may use the same folder. */
export function layerCache(folder: string) {
  mkdirSync(folder, { recursive: true })

  return async (parts: unknown, fill: (root: string) => Promise<void>): Promise<Layer> => {
    const key = createHash('sha256').update(JSON.stringify({ parts, unused })).digest('hex').slice(0, 32)
    const [path, about] = [join(folder, `${key}.tar`), join(folder, `${key}.tar.json`)]
    if (!existsSync(about)) {
      const work = mkdtempSync(join(folder, 'work-'))
      try {
        const root = join(work, 'root')
        mkdirSync(join(root, 'usr'), { recursive: true })
        // Debian merges these folders into /usr, and its packages may use either name.
        for (const name of merged) {
          mkdirSync(join(root, 'usr', name))
          symlinkSync(`usr/${name}`, join(root, name))
        }
        await fill(root)
        const made = await archive(root, join(work, 'layer'))
        await writeFile(join(work, 'about'), JSON.stringify(made))
        await rename(join(work, 'layer'), path)
        await rename(join(work, 'about'), about)
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    }
    const now = new Date()
    for (const file of [path, about]) await utimes(file, now, now)
    return { ...JSON.parse(await readFile(about, 'utf8')), path }
  }
}

/** Extracts a package without its maintainer scripts and what is unused. */
export const extract = async (file: string, root: string): Promise<void> => {
  const line =
    'file=$1; root=$2; shift 2; dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink -C "$root" "$@"'
  await promisify(execFile)('sh', ['-c', line, 'extract', file, root, ...unused])
}

async function archive(root: string, path: string): Promise<Omit<Layer, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  const tar = spawn('tar', ['-C', root, '--owner=0', '--group=0', '--numeric-owner', '-cf', '-', '.'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await pipeline(
    tar.stdout,
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        size += part.length
        yield part
      }
    },
    createWriteStream(path),
  )
  return { digest: `sha256:${hash.digest('hex')}`, size }
}

/** Removes what no run has used for a month. */
export async function removeUnused(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > UNUSED_MS) await rm(path, { recursive: true, force: true })
  }
}
