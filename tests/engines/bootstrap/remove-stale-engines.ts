import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '../../../server/engines/process/system/process-mark.ts'

export const engineFolderPrefix = 'longshore-dockerd-'

interface Owner {
  pid: number
  mark?: string
  bridge?: string
  namespaces?: string[]
}

/** Removes engines left behind by a killed test run. */
export async function removeStaleEngines(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(engineFolderPrefix)) continue
    const folder = join(tmpdir(), name)
    const owner = readOwner(folder)
    if (owner && !isAlive(owner.pid, owner.mark)) await removeEngine(folder)
  }
}

/**
 * Kills every process whose command line contains the folder, and removes its mounts, bridges, namespaces and files.
 */
export async function removeEngine(folder: string): Promise<void> {
  for (const pid of processesOf(folder)) kill(pid)
  while (processesOf(folder).length > 0) await delay(20)
  for (const mount of mountsBelow(folder)) run('umount', ['-l', mount])
  const { bridge, namespaces = [] } = readOwner(folder) ?? {}
  for (const name of namespaces) run('ip', ['netns', 'delete', name])
  // Bridges inside a namespace are removed with it.
  if (bridge) for (const name of [bridge, ...bridgesOfNetworks(folder)]) run('ip', ['link', 'delete', name])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

function readOwner(folder: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))
  } catch {
    return undefined
  }
}

const databaseOfNetworks = (folder: string): string => join(folder, 'data/network/files/local-kv.db')

/** Removes what a stopped engine knows of its networks. The database may list bridges that were never made. */
export function removeNetworks(folder: string): void {
  for (const name of bridgesOfNetworks(folder)) run('ip', ['link', 'delete', name])
  rmSync(databaseOfNetworks(folder))
}

/** The engine does not remove the bridges of its networks when it exits; its database lists them. */
function bridgesOfNetworks(folder: string): string[] {
  try {
    const database = readFileSync(databaseOfNetworks(folder), 'latin1')
    return [...new Set(database.match(/\blsh-[0-9a-f]{11}\b/g))]
  } catch {
    return []
  }
}

function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandLine(pid).includes(folder))
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

function mountsBelow(folder: string): string[] {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  return mounts.flatMap((line) => line.split(' ')[1] ?? []).filter((mount) => mount.startsWith(folder))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

function run(program: string, args: string[]): void {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
  } catch {}
}
