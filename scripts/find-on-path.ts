import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the full path of the first installed program; also searches system folders that PATH may lack. */
export function findOnPath(...names: string[]) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin', '/usr/local/sbin']
  for (const name of names) {
    const found = folders
      .filter(Boolean)
      .map((folder) => join(folder, name))
      .find(canRun)
    if (found) return found
  }
}

function canRun(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
