import { maxProcesses } from '../runner/limiter.ts'
import type { Bubblewrap } from './bubblewrap.ts'
import { systemMounts } from './system-programs.ts'

/**
 * What a program inside the sandbox sees: the system's programs (read-only), the program itself, its own files at
 * /data, and its variables.
 */
export interface SandboxView {
  program: string
  files: string
  environment: Record<string, string>
}

/**
 * A command, and the arguments that bubblewrap reads from file descriptor 3. In the process list, every user could read
 * the values of variables.
 */
export interface SandboxedCommand {
  command: string[]
  sandboxArguments: string[]
}

export const sandboxPath = '/longshore/bin:/usr/local/bin:/usr/bin:/bin'
/** The uid of workloads where Longshore runs as root; reserved by Debian and outside systemd's dynamic range. */
export const workloadUid = 65_530
const uidInside = '1000'
/** Limit of processes and threads; slightly above the number of processes at which the limiter ends a workload. */
const maxTasks = maxProcesses + 24
const temporaryBytes = String(64 * 1024 * 1024)

/** Wraps a command to run it in a sandbox; the runner starts it, or nsenter inside the runner's namespaces. */
export function sandboxed(bubblewrap: Bubblewrap, view: SandboxView, command: string[]): SandboxedCommand {
  return {
    command: [...dropRoot(bubblewrap), bubblewrap.path, '--args', '3', '--', ...limitTasks(bubblewrap), ...command],
    sandboxArguments: sandboxArguments(bubblewrap, view),
  }
}

function dropRoot({ isRoot, setpriv }: Bubblewrap): string[] {
  if (!isRoot || setpriv === undefined) return []
  const ids = [`--reuid=${workloadUid}`, `--regid=${workloadUid}`, '--clear-groups']
  return [setpriv, ...ids, '--inh-caps=-all', '--bounding-set=-all', '--']
}

/**
 * Set inside the sandbox, so that it applies to the sandbox alone. It stops a fork bomb before the limiter's next
 * check.
 */
function limitTasks({ prlimit }: Bubblewrap): string[] {
  return prlimit === undefined ? [] : [prlimit, `--nproc=${maxTasks}:${maxTasks}`, '--']
}

function sandboxArguments({ supports }: Bubblewrap, { program, files, environment }: SandboxView): string[] {
  const limited = (folder: string) => [
    ...(supports('--size') ? ['--size', temporaryBytes] : []),
    ...(supports('--perms') ? ['--perms', '1777'] : []),
    ...['--tmpfs', folder],
  ]
  return [
    ...['--unshare-user', '--uid', uidInside, '--gid', uidInside],
    ...(supports('--disable-userns') ? ['--disable-userns'] : []),
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--cap-drop', 'ALL', '--die-with-parent'],
    ...systemMounts(),
    ...['--proc', '/proc', '--dev', '/dev', ...limited('/dev/shm'), '--remount-ro', '/dev', ...limited('/tmp')],
    ...['--ro-bind', process.execPath, '/longshore/bin/node'],
    ...['--ro-bind', program, '/app/program.mjs'],
    ...['--bind', files, '/data', '--chdir', '/data', '--remount-ro', '/'],
    '--clearenv',
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}
