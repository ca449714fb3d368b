import { MAX_FILE_CONTENT } from '../../contract/wire/instance/named-values.ts'
import { withoutTrailing } from '../../rules/names/without-trailing.ts'
import { looksSecret } from '../../rules/variables/looks-secret.ts'
import type { FileDraft } from './service-draft.ts'

interface UploadedFile {
  name: string
  bytes: Uint8Array
}

type ReadUpload = { content: string } | { problem: string }

/** Returns why a file of this size is not read. */
export const sizeProblem = (name: string, size: number): string | undefined =>
  size > MAX_FILE_CONTENT ? `${name} is larger than 256 KiB.` : undefined

/** Reads a file from disk as the content of a configuration file, which is text in UTF-8. */
export const readUpload = ({ name, bytes }: UploadedFile): ReadUpload => {
  const problem = sizeProblem(name, bytes.byteLength)
  if (problem) return { problem }
  try {
    // A byte order mark belongs to the content.
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!content.includes('\0')) return { content }
  } catch {}
  return { problem: `${name} is not a text file in UTF-8. Put binary files into the image or on a volume.` }
}

/** Adds a file from disk to those of a service, or replaces the content of a row: the given one, or the one at its path. */
export const addUpload = (
  files: readonly FileDraft[],
  { name, content, folder }: { name: string; content: string; folder: string },
  row?: number,
): FileDraft[] => {
  const path = `${withoutTrailing(folder, '/')}/${name}`
  const at = row ?? files.findIndex((file) => file.path === path)
  const found = files[at]
  if (found) return files.with(at, { ...found, path: found.path || path, content })
  const isSecret = looksSecret(name.replaceAll(/[^A-Za-z0-9]+/g, '_'), content) || /(^|\.)env$/.test(name)
  return [...files, { path, mode: 0o644, isSecret, content }]
}
