import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runningPostmaster } from './postmaster.ts'

const SOCKET_FOLDER_LINE = 4

/** Returns the URL of a data folder's PostgreSQL, which the control plane has started; undefined if it does not run. */
export const runningDatabase = (dataFolder: string): string | undefined => {
  const pointer = join(dataFolder, 'database-folder')
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataFolder, 'database')
  const cluster = join(folder, 'cluster')
  const password = join(dataFolder, 'database-password')
  if (!existsSync(password) || runningPostmaster(cluster) === undefined) return undefined
  const socketFolder = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[SOCKET_FOLDER_LINE]?.trim()
  if (!socketFolder) return undefined
  return `postgres://longshore:${readFileSync(password, 'utf8').trim()}@${encodeURIComponent(socketFolder)}/longshore`
}
