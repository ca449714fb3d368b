import { buffer } from 'node:stream/consumers'
import type { Container } from 'dockerode'
import { pack } from 'tar-stream'
import type { WorkloadSpec } from '../../engine.ts'
import type { WorkloadFile } from '../../interface/files.ts'
import { invalid } from '../../spec/check-path.ts'
import { type FileOwner, readFileOwner } from './file-owner.ts'

/** The engine's errors when something at the path, or above it, is not what the file needs. */
const pathIsTaken = /cannot overwrite|not a directory|is a directory|file exists|read-?only/i

/**
 * Writes the files into a container that has not been started. The engine unpacks the archive inside the container's
 * own root, and replaces a symbolic link at a file's path instead of following it.
 */
export async function writeFiles(
  container: Container,
  { files = [] }: Pick<WorkloadSpec, 'files'>,
  signal: AbortSignal,
): Promise<void> {
  if (files.length === 0) return
  const archive = await archiveOf(files, await readFileOwner(container, signal))
  try {
    await container.putArchive(archive, { path: '/', noOverwriteDirNonDir: 'true', abortSignal: signal })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (!pathIsTaken.test(message)) throw error
    const at = files.findIndex(({ path }) => message.includes(path))
    const field = at < 0 ? 'files' : `files.${at}.path`
    throw invalid(field, 'The path is a folder of the image, or below one of its files. Choose another path.')
  }
}

async function archiveOf(files: readonly WorkloadFile[], { uid, gid }: FileOwner): Promise<Buffer> {
  const archive = pack()
  for (const { path, content, mode } of files)
    archive.entry({ name: path.slice(1), mode, uid, gid, type: 'file' }, Buffer.from(content))
  archive.finalize()
  return buffer(archive)
}
