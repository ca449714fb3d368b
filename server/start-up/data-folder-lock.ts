import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { processIdentity } from './process-identity.ts'
import { StartUpError } from './start-up-error.ts'

const holder = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.number(), identity: v.string() }))

const ATTEMPTS = 5

/**
 * Locks the data folder against other processes; ignores the lock of a process that was killed. Returns a function that
 * releases it.
 */
export const lockDataFolder = (folder: string): (() => void) => {
  const path = join(folder, 'lock')
  const own = join(folder, `lock.${process.pid}`)
  const content = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? 'unknown' })
  writeFileSync(own, content, { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (acquire(own, path)) return () => release(path, content)
      const held = contentOf(path)
      if (held !== undefined) {
        assertNotRunning(held, folder)
        setAside(path, held)
      }
    }
  } finally {
    rmSync(own, { force: true })
  }
  throw new StartUpError(`Several processes are starting on the data folder ${folder} at once. Start one of them.`)
}

/** Linking succeeds for only one process, and the lock is never visible half written. */
const acquire = (own: string, path: string): boolean => {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const contentOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const assertNotRunning = (held: string, folder: string) => {
  const read = v.safeParse(holder, held)
  if (!read.success) return
  const { pid, identity } = read.output
  const living = processIdentity(pid)
  if (living !== undefined && (living === identity || living === 'unknown' || identity === 'unknown'))
    throw new StartUpError(
      `Another Longshore (process ${pid}) uses the data folder ${folder}. Stop it, or choose another folder (LONGSHORE_DATA).`,
    )
}

/** Moves a stale lock away, and restores it if another process has just taken it. */
const setAside = (path: string, dead: string) => {
  const aside = `${path}.dead.${process.pid}`
  try {
    renameSync(path, aside)
    if (contentOf(aside) !== dead) acquire(aside, path)
  } catch {
    // Another starting process moved it first.
  } finally {
    rmSync(aside, { force: true })
  }
}

const release = (path: string, content: string) => {
  if (contentOf(path) === content) rmSync(path, { force: true })
}
