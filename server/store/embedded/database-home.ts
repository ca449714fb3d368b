import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isReachable } from './is-reachable.ts'
import type { PostgresUser } from './postgres-user.ts'

export interface DatabaseHome {
  /** PostgreSQL's data directory. */
  cluster: string
  /** The folder of its socket; short, because the system limits the length of a socket's path. */
  socketFolder: string
  logFile: string
  /** Whether it is outside the data folder. */
  isFallback: boolean
  folder: string
}

const MAX_SOCKET_FOLDER_LENGTH = 80

/**
 * Chooses the data folder, unless the user that runs PostgreSQL cannot reach it; any other folder is recorded there.
 */
export const databaseHome = (dataFolder: string, user: PostgresUser): DatabaseHome => {
  const pointer = join(dataFolder, 'database-folder')
  const own = join(dataFolder, 'database')
  const mark = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : chooseFolder(own, mark, user)
  if (folder !== own) writeFileSync(pointer, `${folder}\n`, { mode: 0o600 })
  makeFolder(folder, user)

  const near = join(folder, 'socket')
  const socketFolder = near.length <= MAX_SOCKET_FOLDER_LENGTH ? near : join(tmpdir(), `longshore-socket-${mark}`)
  makeFolder(socketFolder, user)
  return {
    folder,
    cluster: join(folder, 'cluster'),
    socketFolder,
    logFile: join(folder, 'postgresql.log'),
    isFallback: folder !== own,
  }
}

const chooseFolder = (own: string, mark: string, user: PostgresUser): string => {
  makeTraversable(dirname(own), user)
  if (isReachable(own, user)) return own
  const lasting = '/var/lib'
  const parent = existsSync(lasting) && writable(lasting) ? lasting : tmpdir()
  return join(parent, `longshore-${mark}`)
}

/** Lets PostgreSQL's group pass through the data folder, without listing it. Folders above it are not changed. */
const makeTraversable = (dataFolder: string, user: PostgresUser) => {
  if (!user || isReachable(dataFolder, user) || !isReachable(dirname(dataFolder), user)) return
  const { uid, mode } = statSync(dataFolder)
  chownSync(dataFolder, uid, user.gid)
  chmodSync(dataFolder, (mode & 0o700) | 0o010)
}

const writable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const makeFolder = (folder: string, user: PostgresUser) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (user) chownSync(folder, user.uid, user.gid)
}
