import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { processIdentity } from '../../start-up/process-identity.ts'

const content = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.number(), identity: v.string() }))

export interface ProcessFile {
  write(pid: number): void
  /** Kills the process in the file if it still runs. */
  kill(): void
  remove(): void
}

/** Remembers the gateway's process, so that one that no longer responds can be ended after a restart, too. */
export function createProcessFile(path: string): ProcessFile {
  return {
    write(pid) {
      writeFileSync(path, JSON.stringify({ pid, identity: processIdentity(pid) ?? 'unknown' }), { mode: 0o600 })
    },
    kill() {
      const read = v.safeParse(content, contentOf(path))
      if (!read.success) return
      const { pid, identity } = read.output
      // The process id may belong to another program by now.
      if (identity !== 'unknown' && processIdentity(pid) === identity) process.kill(pid, 'SIGKILL')
    },
    remove: () => rmSync(path, { force: true }),
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
