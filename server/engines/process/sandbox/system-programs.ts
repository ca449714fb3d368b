import { accessSync, constants, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Search path for system programs, instead of PATH, which an attacker may have set. */
export const programFolders = ['/usr/local/bin', '/usr/bin', '/bin'] as const
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/lib32']

/** Returns the absolute path of a system program; undefined when it is not installed. */
export function findSystemProgram(name: string): string | undefined {
  return programFolders.map((folder) => join(folder, name)).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns bubblewrap's arguments that mount the system's programs and libraries read-only. */
export function systemMounts(): string[] {
  return systemFolders.flatMap((folder) => {
    const stat = lstatSync(folder, { throwIfNoEntry: false })
    if (!stat) return []
    return stat.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder]
  })
}

export function isSystemPath(path: string): boolean {
  return systemFolders.some((folder) => path.startsWith(`${folder}/`))
}
