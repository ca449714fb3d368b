import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these programs that the machine has, as a full path; system folders are looked in even where PATH lacks them. */
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
