import type { FileResponses, ListedFile } from '../../../../src/contract/shell/shell-files.ts'

const kinds: Record<string, ListedFile['kind']> = { f: 'file', d: 'folder', D: 'folderLink', l: 'link', o: 'other' }

/** Reads the output of `listCommand`. A container may print anything: what does not fit is left out. */
export function parseListing(output: string, wasCut: boolean): FileResponses['list'] {
  const [path = '/', ...records] = output.split('\0')
  const files: ListedFile[] = []
  let group: ListedFile[] = []
  let isCut = wasCut
  // What follows the last separator is nothing, or a part of a record.
  for (const record of records.slice(0, -1)) {
    const letter = record.charAt(0)
    const kind = kinds[letter]
    if (kind && record.length > 1 && !record.includes('/')) {
      const file = { name: record.slice(1), kind, size: null, changedAtMs: null }
      group.push(file)
      files.push(file)
    } else if (letter === 'S') {
      addSizes(group, record.slice(1))
      group = []
    } else if (letter === 'M') isCut = true
  }
  return { path, files, isCut }
}

/** A file that was deleted meanwhile shifts the lines: then none of them counts. */
function addSizes(group: ListedFile[], text: string): void {
  const lines = text.split('\n')
  if (lines.length !== group.length) return
  group.forEach((file, at) => {
    const [, size, seconds] = /^(\d{1,15}) (\d{1,11})$/.exec(lines[at] ?? '') ?? []
    if (size === undefined) return
    file.size = Number(size)
    file.changedAtMs = Number(seconds) * 1000
  })
}
