import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fixedEnvironment } from './fixed-environment.ts'
import type { SandboxedCommand } from './sandbox.ts'

type Sandboxed = ChildProcessByStdio<null, Readable, Readable>

/**
 * Starts a command with a fixed environment and hands bubblewrap its arguments through file descriptor 3. It leads a
 * session of its own, so it has no terminal; bubblewrap's `--new-session` would also take it out of the group that is
 * killed when a sandbox is given up while it is being set up.
 */
export function spawnSandboxed({ command, sandboxArguments }: SandboxedCommand): Sandboxed {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    detached: true,
    cwd: '/',
    env: fixedEnvironment,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const input = child.stdio[3] as Writable // A pipe that this process writes to.
  // A sandbox that ends before it has read everything says why by its exit code.
  input.on('error', () => undefined)
  input.end(sandboxArguments.map((argument) => `${argument}\0`).join(''))
  return child as unknown as Sandboxed
}
