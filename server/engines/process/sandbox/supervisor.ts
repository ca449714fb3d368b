import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogueFolder } from '../../built-in-images.ts'
import { compiledCodeFolder } from '../system/compiled-code-folder.ts'
import type { Bubblewrap } from './bubblewrap.ts'
import { isSystemPath, systemMounts } from './system-programs.ts'

const serverFolder = fileURLToPath(new URL('../../../', import.meta.url))
const packageFile = fileURLToPath(new URL('../../../../package.json', import.meta.url))

export interface SupervisorOptions {
  hasOwnNetwork: boolean
  /** Lets the runner write compiled code; it may only read it when not given. */
  compiles?: boolean
}

/**
 * Returns the command that creates the namespaces of one workload's runner, around the sandbox: a network shared by
 * runner and workload, and a file system with the runner's code and this workload's folder. It also gives an
 * unprivileged user access to files below folders that only root may enter.
 */
export function supervisorCommand(
  { path: bwrap, isRoot, supports }: Bubblewrap,
  workloadFolder: string,
  { hasOwnNetwork, compiles = false }: SupervisorOptions,
): string[] {
  const mount = (option: string, path: string) => [...parents(path).flatMap(openFolder), option, path, path]
  const openFolder = (path: string) => [...(supports('--perms') ? ['--perms', '0755'] : []), '--dir', path]
  const readable = [serverFolder, packageFile, catalogueFolder, process.execPath, bwrap].filter(
    (path) => !isSystemPath(path),
  )
  const compiledCode = compiledCodeFolder()
  return [
    bwrap,
    ...(hasOwnNetwork ? ['--unshare-net'] : []),
    // Lets the runner allow its workload ports below 1024, and lets the inner bubblewrap map this user again.
    ...(isRoot ? [] : ['--unshare-user', '--uid', '0', '--gid', '0']),
    ...(isRoot ? [] : ['--cap-add', 'CAP_NET_ADMIN', '--cap-add', 'CAP_SETFCAP']),
    ...systemMounts(),
    ...['--dev', '/dev', '--bind', '/proc', '/proc'],
    ...readable.flatMap((path) => mount('--ro-bind', path)),
    ...(compiledCode === undefined ? [] : mount(compiles ? '--bind' : '--ro-bind', compiledCode)),
    ...mount('--bind', workloadFolder),
    '--',
  ]
}

/** Returns the command that enters the namespaces of a running runner, so that `exec` finds what the workload finds. */
export function enterCommand({ isRoot, nsenter }: Bubblewrap, runnerPid: number): string[] | undefined {
  if (nsenter === undefined) return undefined
  const user = isRoot ? [] : ['--user', '--preserve-credentials']
  return [nsenter, '--target', String(runnerPid), ...user, '--mount', '--net', '--']
}

/** Lists the parent folders of a path that bubblewrap must create, the topmost first. */
function parents(path: string): string[] {
  const parent = dirname(path)
  return parent === '/' || isSystemPath(`${parent}/`) ? [] : [...parents(parent), parent]
}
