import { join } from 'node:path'
import { isExecutable, programFolders } from './system-programs.ts'

const ownPrograms = new Set(['node', '/longshore/bin/node'])

/** Returns whether a command exists inside the sandbox, which mounts this machine's system programs. */
export function findInSandbox(command: string): boolean {
  if (ownPrograms.has(command)) return true
  if (command === '') return false
  return (command.includes('/') ? [command] : programFolders.map((folder) => join(folder, command))).some(isExecutable)
}
