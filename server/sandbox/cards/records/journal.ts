import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'

/** A file of JSON lines that is only appended to. */
export interface Journal {
  /** Returns the lines so far; a line that a crash cut off is dropped. */
  read(): unknown[]
  /** Returns when the line is on disk. */
  append(line: unknown): void
  /** Replaces all lines. */
  replace(lines: readonly unknown[]): void
  close(): void
}

/** Opens or creates the journal at this path. */
export function openJournal(path: string): Journal {
  let file = openSync(path, 'a', 0o600)
  const write = (to: number, text: string) => {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(to, bytes, at)
    fsyncSync(to)
  }
  return {
    read: () => readFileSync(path, 'utf8').split('\n').flatMap(parsed),
    append: (line) => write(file, `${JSON.stringify(line)}\n`),
    replace(lines) {
      const next = openSync(`${path}.new`, 'w', 0o600)
      write(next, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      renameSync(`${path}.new`, path)
      closeSync(file)
      file = next
    },
    close: () => closeSync(file),
  }
}

function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
