import { execFile } from 'node:child_process'
import { lstatSync, readlinkSync } from 'node:fs'
import { promisify } from 'node:util'

/** What a program inside the sandbox sees: the system's programs read-only, itself, and its own files at /data. */
export interface SandboxView {
  program: string
  files: string
}

export const sandboxPath = '/longshore/bin:/usr/local/bin:/usr/bin:/bin'
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/lib32']
const nobodySpecial = '1000'

/** The start of a `bwrap` command line. The network is the machine's own, because the program has to be reached. */
export function sandboxCommand({ program, files }: SandboxView): string[] {
  return [
    'bwrap',
    ...['--unshare-user', '--uid', nobodySpecial, '--gid', nobodySpecial],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--cap-drop', 'ALL', '--die-with-parent'],
    ...systemFolders.flatMap(mirror),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...['--ro-bind', process.execPath, '/longshore/bin/node'],
    ...['--ro-bind', program, '/app/program.mjs'],
    ...['--bind', files, '/data', '--chdir', '/data'],
  ]
}

/** Whether bubblewrap is there and this user may use it; tried once by running something in it. */
export async function sandboxWorks(view: SandboxView): Promise<boolean> {
  const [program = '', ...args] = sandboxCommand(view)
  try {
    await promisify(execFile)(program, [...args, '/longshore/bin/node', '--version'], { timeout: 5000 })
    return true
  } catch {
    return false
  }
}

function mirror(folder: string): string[] {
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (!stat) return []
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder]
}
