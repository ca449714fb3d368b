import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const ownPrograms = new Set(['node', '/longshore/bin/node'])
const searched = ['/usr/local/bin', '/usr/bin', '/bin']

/** Whether a command exists inside the sandbox, where the system's programs are those of this machine. */
export function findInSandbox(command: string): boolean {
  if (ownPrograms.has(command)) return true
  if (command === '') return false
  return (command.includes('/') ? [command] : searched.map((folder) => join(folder, command))).some(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
