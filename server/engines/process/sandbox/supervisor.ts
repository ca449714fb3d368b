import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogueFolder } from '../../built-in-images.ts'
import type { Bubblewrap } from './bubblewrap.ts'
import { isSystemPath, systemMounts } from './system-programs.ts'

const serverFolder = fileURLToPath(new URL('../../../', import.meta.url))
const packageFile = fileURLToPath(new URL('../../../../package.json', import.meta.url))

/**
 * The namespaces of one workload's runner, around the sandbox: a network of its own, shared by runner and workload, and
 * a file system that holds the runner's own code and this workload's folder. It also lets an unprivileged user reach
 * files below folders that only root may enter.
 */
export function supervisorCommand(
  { path: bwrap, isRoot, supports }: Bubblewrap,
  workloadFolder: string,
  hasOwnNetwork: boolean,
): string[] {
  const mount = (option: string, path: string) => [...parents(path).flatMap(openFolder), option, path, path]
  const openFolder = (path: string) => [...(supports('--perms') ? ['--perms', '0755'] : []), '--dir', path]
  const readable = [serverFolder, packageFile, catalogueFolder, process.execPath, bwrap].filter(
    (path) => !isSystemPath(path),
  )
  return [
    bwrap,
    ...(hasOwnNetwork ? ['--unshare-net'] : []),
    // The runner may open ports below 1024 to its workload, and bubblewrap inside may map this user again.
    ...(isRoot ? [] : ['--unshare-user', '--uid', '0', '--gid', '0']),
    ...(isRoot ? [] : ['--cap-add', 'CAP_NET_ADMIN', '--cap-add', 'CAP_SETFCAP']),
    ...systemMounts(),
    ...['--dev', '/dev', '--bind', '/proc', '/proc'],
    ...readable.flatMap((path) => mount('--ro-bind', path)),
    ...mount('--bind', workloadFolder),
    '--',
  ]
}

/** Enters the namespaces of a running runner, so that a command finds what the workload finds. */
export function enterCommand({ isRoot, nsenter }: Bubblewrap, runnerPid: number): string[] | undefined {
  if (nsenter === undefined) return undefined
  const user = isRoot ? [] : ['--user', '--preserve-credentials']
  return [nsenter, '--target', String(runnerPid), ...user, '--mount', '--net', '--']
}

/** The folders above a path that bubblewrap has to make, the highest first. */
function parents(path: string): string[] {
  const parent = dirname(path)
  return parent === '/' || isSystemPath(`${parent}/`) ? [] : [...parents(parent), parent]
}
