import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartUpRefusal } from './start-up-refusal.ts'

/** Makes the data folder, or says why nothing can be kept in it. */
export const prepareDataFolder = (folder: string): void => {
  try {
    make(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw new StartUpRefusal(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `The data folder ${folder} is a file, or below one. Choose another folder (LONGSHORE_DATA).`
        : `The data folder ${folder} cannot be written to. Make it writable, or choose another folder (LONGSHORE_DATA).`,
      { cause },
    )
  }
}

/** One at a time: Node's own way of making several never ends where the system says that the one above is missing. */
const make = (folder: string) => {
  if (existsSync(folder)) return
  make(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}
