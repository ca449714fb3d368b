import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { sharedLibraries } from './shared-libraries.ts'

/** Base of the built-in images: this machine's own Node and nothing else, so that no registry is needed. */
export const nodeBaseImage = {
  dockerfile: (content: string) => `FROM scratch
COPY rootfs /
COPY --chown=1000:1000 data /data
ENV PATH=/usr/local/bin NODE_ENV=production HOME=/data
LABEL longshore.content=${content}
WORKDIR /data
USER 1000:1000
CMD ["node"]
`,
  /** A hash of Node's version and the processor: a change of either makes a new image. */
  content: () => createHash('sha256').update(`1 ${process.version} ${process.arch}`).digest('hex').slice(0, 16),
}

/** Passes the build context as a tar stream to `use`. Large files are symbolic links until tar dereferences them. */
export async function withNodeContext(use: (context: Readable) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-image-'))
  try {
    await layOut(folder)
    const tar = spawn('tar', ['--dereference', '-cf', '-', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const failed = new Promise<never>((_, reject) => {
      tar.once('error', reject)
      tar.once('exit', (code) => code === 0 || reject(new Error(`tar ended with exit code ${code}`)))
    })
    await Promise.race([use(tar.stdout), failed])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function layOut(folder: string): Promise<void> {
  const rootfs = join(folder, 'rootfs')
  const link = async (source: string, target: string) => {
    await mkdir(dirname(join(rootfs, target)), { recursive: true })
    await symlink(source, join(rootfs, target))
  }
  await mkdir(join(folder, 'data'))
  await mkdir(join(rootfs, 'tmp'), { recursive: true })
  await chmod(join(rootfs, 'tmp'), 0o1777)
  await mkdir(join(rootfs, 'etc'))
  await writeFile(join(rootfs, 'etc/passwd'), 'root:x:0:0:root:/:/nologin\nnode:x:1000:1000:node:/data:/nologin\n')
  await writeFile(join(rootfs, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
  await writeFile(join(folder, 'Dockerfile'), nodeBaseImage.dockerfile(nodeBaseImage.content()))
  await link(process.execPath, 'usr/local/bin/node')
  for (const library of await sharedLibraries(process.execPath)) await link(library, library)
}
