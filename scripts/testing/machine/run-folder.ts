import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'longshore-run-'

/**
 * Creates a folder for all temporary files of a run, which is removed with the run. A killed test leaves databases and
 * engines behind in their own process groups; they are identified by this folder in their arguments or environment.
 */
export function makeRunFolder() {
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(prefix) && !isAlive(name)) removeFolder(join(tmpdir(), name))
  const path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // PostgreSQL's own user needs access when the tests run as root.
  chmodSync(path, 0o755)
  return { path, killProcesses, remove: () => removeFolder(path) }
}

function removeFolder(folder: string) {
  killProcesses(folder)
  for (const mount of mountsBelow(folder)) spawnSync('umount', ['-l', mount])
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    console.log(`${folder} could not be removed: ${error instanceof Error ? error.message : error}`)
  }
}

function killProcesses(folder: string) {
  for (const pid of pids())
    if (pid !== process.pid && belongs(pid, folder))
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has already exited.
      }
}

/** Returns no processes on systems without /proc. */
function pids() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function belongs(pid: number, folder: string) {
  return (
    read(`/proc/${pid}/cmdline`).includes(`${folder}/`) ||
    ['\0', '/'].some((end) => read(`/proc/${pid}/environ`).includes(`TMPDIR=${folder}${end}`))
  )
}

function mountsBelow(folder: string) {
  return read('/proc/mounts')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse()
}

function isAlive(name: string) {
  try {
    process.kill(Number(name.slice(prefix.length).split('-')[0]), 0)
    return true
  } catch {
    return false
  }
}

function read(path: string) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
