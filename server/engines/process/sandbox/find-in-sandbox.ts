import { join } from 'node:path'
import { isExecutable, programFolders } from './system-programs.ts'

const ownPrograms = new Set(['node', '/longshore/bin/node'])

/** Whether a command exists inside the sandbox, where the system's programs are those of this machine. */
export function findInSandbox(command: string): boolean {
  if (ownPrograms.has(command)) return true
  if (command === '') return false
  return (command.includes('/') ? [command] : programFolders.map((folder) => join(folder, command))).some(isExecutable)
}
