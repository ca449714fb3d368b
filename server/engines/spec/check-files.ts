import type { WorkloadSpec } from '../engine.ts'
import { MAX_FILE_BYTES, MAX_FILES, MAX_FILES_BYTES } from '../interface/files.ts'
import { checkPlace, invalid, isInside } from './check-path.ts'

const MAX_MODE = 0o777
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MiB`

/** Throws unless the files can be written as given. Messages never contain a file's content. */
export function checkFiles({ files = [] }: Pick<WorkloadSpec, 'files'>): void {
  if (files.length > MAX_FILES) throw invalid('files', `A workload can have at most ${MAX_FILES} files.`)
  for (const [index, { path, content, mode }] of files.entries()) {
    checkPlace(`files.${index}.path`, path)
    if (content.length > MAX_FILE_BYTES)
      throw invalid(`files.${index}.content`, `A file can have at most ${megabytes(MAX_FILE_BYTES)}.`)
    // Without the bits that would run the file as its owner.
    if (!Number.isInteger(mode) || mode < 0 || mode > MAX_MODE)
      throw invalid(`files.${index}.mode`, 'Use permission bits from 000 to 777 (octal).')
    if (files.some((other, at) => at !== index && isInside(other.path, path)))
      throw invalid(`files.${index}.path`, `Another file is at ${path} or below it.`)
  }
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > MAX_FILES_BYTES)
    throw invalid('files', `All files of a workload can have at most ${megabytes(MAX_FILES_BYTES)}.`)
}
