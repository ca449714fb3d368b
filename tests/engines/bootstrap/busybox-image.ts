import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Docker from 'dockerode'

export const busyboxImage = 'longshore-test/busybox:1'
const programs = ['sh', 'cat', 'echo', 'sleep', 'seq', 'id', 'nc', 'true', 'head', 'tr', 'arping', 'ping']

const contentLabel = 'longshore-test.programs'

/** Imports a small image with this machine's own busybox unless the engine has it, so that no registry is needed. */
export async function importBusybox(docker: Docker): Promise<void> {
  const content = programs.join()
  if ((await labelsOf(docker))[contentLabel] === content) return
  const root = mkdtempSync(join(tmpdir(), 'longshore-busybox-'))
  try {
    mkdirSync(join(root, 'bin'))
    mkdirSync(join(root, 'tmp'))
    mkdirSync(join(root, 'etc'))
    writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/:/bin/sh\n')
    await copyFile('/bin/busybox', join(root, 'bin/busybox'))
    for (const program of programs) symlinkSync('busybox', join(root, 'bin', program))
    const tar = spawn('tar', ['-C', root, '-cf', '-', '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [repo, tag] = busyboxImage.split(':')
    const changes = ['CMD ["/bin/sh"]', `LABEL ${contentLabel}=${content}`]
    const response = await docker.importImage(tar.stdout, { repo, tag, changes })
    for await (const _ of response) {
      // The import is complete when the response ends.
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function labelsOf(docker: Docker): Promise<Record<string, string>> {
  const { Config } = await docker
    .getImage(busyboxImage)
    .inspect()
    .catch(() => ({ Config: undefined }))
  return Config?.Labels ?? {}
}
