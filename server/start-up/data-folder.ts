import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartUpError } from './start-up-error.ts'

/** Makes the data folder, or says why nothing can be kept in it. */
export const prepareDataFolder = (folder: string): void => {
  try {
    createFolder(folder)
    if (!statSync(folder).isDirectory()) throw new NotAFolder()
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const isBlockedByFile = cause instanceof Error && 'code' in cause && cause.code === 'ENOTDIR'
    throw new StartUpError(
      isBlockedByFile
        ? `The data folder ${folder} is a file, or below one. Choose another folder (LONGSHORE_DATA).`
        : `The data folder ${folder} cannot be written to. Make it writable, or choose another folder (LONGSHORE_DATA).`,
      { cause },
    )
  }
}

class NotAFolder extends Error {
  readonly code = 'ENOTDIR'
}

/** One at a time: Node's own way of making several never ends where the system says that the one above is missing. */
const createFolder = (folder: string) => {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
