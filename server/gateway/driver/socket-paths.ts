import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartUpError } from '../../start-up/start-up-error.ts'

export interface SocketPaths {
  controlSocket: string
  consoleSocket: string
}

/** Of Linux; the smallest of any system is 103. */
const MAX_PATH_BYTES = 103

/**
 * Returns the paths of the Unix sockets between control plane and gateway: in the data folder, or in a folder with a
 * short name that only this user can open if the path of the data folder is too long for a socket.
 */
export function socketPaths(dataFolder: string): SocketPaths {
  const inData = pathsIn(dataFolder)
  if (Math.max(...Object.values(inData).map((path) => Buffer.byteLength(path))) <= MAX_PATH_BYTES) return inData
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `longshore-${name}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Another user may have created it first.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new StartUpError(
      `The folder ${folder} belongs to another user. Choose a shorter data folder (LONGSHORE_DATA).`,
    )
  return pathsIn(folder)
}

const pathsIn = (folder: string): SocketPaths => ({
  controlSocket: join(folder, 'gateway.sock'),
  consoleSocket: join(folder, 'console.sock'),
})
