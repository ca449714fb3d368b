import { execFile } from 'node:child_process'
import { release } from 'node:os'
import { promisify } from 'node:util'
import { findSystemProgram } from './system-programs.ts'

/** Environment of every program outside the sandbox: it holds no variable of a tenant or of the control plane. */
export const fixedEnvironment = { PATH: '/usr/bin:/bin' }

/** Bubblewrap and the programs that start it, all by absolute path. */
export interface Bubblewrap {
  path: string
  /** Drops root before the sandbox; needed only where Longshore runs as root. */
  setpriv: string | undefined
  /** Enters a running workload's namespaces, for `exec`. */
  nsenter: string | undefined
  /** Limits the processes and threads of a sandbox, where the kernel counts them for each sandbox. */
  prlimit: string | undefined
  isRoot: boolean
  /** Older versions lack some options. */
  supports(option: string): boolean
}

/** Looks for bubblewrap in the system's folders, or at `path`; undefined when it is missing or unusable. */
export async function findBubblewrap(path = findSystemProgram('bwrap')): Promise<Bubblewrap | undefined> {
  if (path === undefined) return undefined
  const isRoot = process.getuid?.() === 0
  const [setpriv, nsenter] = [findSystemProgram('setpriv'), findSystemProgram('nsenter')]
  const prlimit = countsBySandbox(release()) ? findSystemProgram('prlimit') : undefined
  if (isRoot && setpriv === undefined) return undefined
  try {
    const { stdout } = await promisify(execFile)(path, ['--help'], { env: fixedEnvironment, timeout: 5000 })
    const options = new Set(stdout.match(/--[a-z0-9-]+/g))
    return { path, setpriv, nsenter, prlimit, isRoot, supports: (option) => options.has(option) }
  } catch {
    return undefined
  }
}

/**
 * Returns whether RLIMIT_NPROC counts by user namespace (since Linux 5.14). Before, it counted all of the user's
 * processes on the machine.
 */
export function countsBySandbox(kernelRelease: string): boolean {
  const [major = 0, minor = 0] = kernelRelease.split('.').map(Number)
  return major > 5 || (major === 5 && minor >= 14)
}
