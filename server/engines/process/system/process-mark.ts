import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Returns the start time of a process as the system reports it. Together, pid and mark identify one process even after
 * pids are reused.
 */
export function processMark(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return `${bootId()}/${statFields(pid)[19]}`
    return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

/** Returns false for a process that started before the machine restarted. */
export function isOfThisBoot(mark: string | undefined): boolean {
  return process.platform !== 'linux' || mark?.split('/')[0] === bootId()
}

export function isAlive(pid: number, mark: string | undefined): boolean {
  return mark !== undefined && processMark(pid) === mark && !isZombie(pid)
}

let boot: string | undefined

function bootId(): string {
  boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  return boot
}

/** Returns the fields of /proc/<pid>/stat after the name, which may contain spaces and brackets. */
export function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    return statFields(pid)[0] === 'Z'
  } catch {
    return true
  }
}
