import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartUpError } from './start-up-error.ts'

/** Creates the data folder, or throws a `StartUpError` if it is not usable. */
export const prepareDataFolder = (folder: string): void => {
  try {
    createFolder(folder)
    if (!statSync(folder).isDirectory()) throw new NotAFolder()
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const isBlockedByFile = cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR'
    throw new StartUpError(
      isBlockedByFile
        ? `The data folder ${folder} is a file or inside one. Choose another folder (LONGSHORE_DATA).`
        : `The data folder ${folder} cannot be written to. Make it writable, or choose another folder (LONGSHORE_DATA).`,
      { cause },
    )
  }
}

class NotAFolder extends Error {
  readonly code = 'ENOTDIR'
}

/** Creates one folder at a time: Node's recursive mkdir never ends if the system reports that the parent is missing. */
const createFolder = (folder: string) => {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
