import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fullDisk, isFullDiskMessage } from '../../start-up/full-disk.ts'
import { alive, commandOf } from '../../start-up/process-identity.ts'
import { StartUpError } from '../../start-up/start-up-error.ts'
import type { DatabaseHome } from './database-home.ts'
import { type PostgresSettings, postgresSettings } from './postgres-settings.ts'
import type { PostgresUser } from './postgres-user.ts'

const START_LIMIT_MS = 60_000
const FAST_STOP_MS = 8000
const MAX_LOG_BYTES = 10_000_000

/** Returns the process id of a cluster's running PostgreSQL, which a killed control plane leaves behind. */
export const runningPostmaster = (cluster: string): number | undefined => {
  const pid = Number(pidFile(cluster)[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (alive(pid) && commandOf(pid).includes(cluster)) return pid
  // Another program may have this process id now; PostgreSQL would mistake it for itself and not start.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return undefined
}

const pidFile = (cluster: string): string[] => {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

const isReady = (cluster: string, pid: number) => {
  const lines = pidFile(cluster)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/** Detached from the terminal, so that Ctrl-C reaches only the control plane, which then stops PostgreSQL. */
const launch = (
  binaries: string,
  home: DatabaseHome,
  user: PostgresUser,
  settings: PostgresSettings | undefined,
): ChildProcess => {
  if ((statSync(home.logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES)
    renameSync(home.logFile, `${home.logFile}.1`)
  const output = openSync(home.logFile, 'a', 0o600)
  try {
    const child = spawn(
      join(binaries, 'bin', 'postgres'),
      ['-D', home.cluster, ...postgresSettings(home.socketFolder, settings)],
      {
        cwd: home.folder,
        detached: true,
        stdio: ['ignore', output, output],
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
        ...(user ? { uid: user.uid, gid: user.gid } : {}),
      },
    )
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    closeSync(output)
  }
}

export const startPostmaster = async (
  binaries: string,
  home: DatabaseHome,
  user: PostgresUser,
  settings?: PostgresSettings,
): Promise<number> => {
  const untilMs = Date.now() + START_LIMIT_MS
  for (;;) {
    const logFrom = statSync(home.logFile, { throwIfNoEntry: false })?.size ?? 0
    const child = launch(binaries, home, user, settings)
    const { pid } = child
    while (pid !== undefined && child.exitCode === null && child.signalCode === null && Date.now() < untilMs) {
      if (isReady(home.cluster, pid)) return pid
      await sleep(10)
    }
    const logTail = readLogTail(home.logFile, logFrom)
    // Backends of a killed PostgreSQL take a moment to exit; retry until they have.
    if (/shared memory block|lock file "postmaster.pid"/.test(logTail) && Date.now() < untilMs) await sleep(200)
    else if (isFullDiskMessage(logTail)) throw fullDisk()
    else
      throw new StartUpError(
        `The built-in PostgreSQL does not start: ${logTail || 'it reported no error'}. See its log: ${home.logFile}.`,
      )
  }
}

export const waitUntilReady = async (cluster: string, pid: number): Promise<boolean> => {
  const untilMs = Date.now() + START_LIMIT_MS
  while (alive(pid) && Date.now() < untilMs) {
    if (isReady(cluster, pid)) return true
    await sleep(20)
  }
  return false
}

/**
 * Ends sessions and writes all data; escalates to harder signals after a time limit, which the write-ahead log makes
 * safe.
 */
export const stopPostmaster = async (pid: number): Promise<void> => {
  for (const [signal, limitMs] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', 3000],
    ['SIGKILL', 2000],
  ] as const) {
    if (!alive(pid)) return
    process.kill(pid, signal)
    const untilMs = Date.now() + limitMs
    while (alive(pid) && Date.now() < untilMs) await sleep(10)
  }
}

const readLogTail = (logFile: string, from: number): string => {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').split('\n')
  const errorLine = lines.findLast((line) => /FATAL|PANIC|ERROR|postgres:/.test(line)) ?? lines.findLast(Boolean) ?? ''
  return errorLine.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim()
}
