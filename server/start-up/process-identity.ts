import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Returns an identity that distinguishes a process from a later one with the same process id; undefined if no such
 * process runs.
 */
export const processIdentity = (pid: number): string | undefined => {
  if (!alive(pid)) return undefined
  try {
    if (process.platform === 'linux') return `${bootId()}/${startTicks(pid)}`
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    // `ps` is missing, or the process has just exited.
    return alive(pid) ? 'unknown' : undefined
  }
}

/** Returns the command line of a running process; empty if it is unknown. */
export const commandOf = (pid: number): string => {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

/** Returns the fields after the command, which may itself contain spaces and brackets. */
const statFields = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
const startTicks = (pid: number) => statFields(pid)[19]

/** Returns whether a process has exited and its parent has not reaped it yet. */
const isZombie = (pid: number): boolean => {
  if (process.platform !== 'linux') return false
  try {
    return statFields(pid)[0] === 'Z'
  } catch {
    return true
  }
}
