import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fixedEnvironment } from './bubblewrap.ts'
import type { SandboxedCommand } from './sandbox.ts'

type Sandboxed = ChildProcessByStdio<null, Readable, Readable>

/**
 * Starts a command with a fixed environment and passes bubblewrap its arguments through file descriptor 3. The command
 * leads its own session, so it has no terminal; bubblewrap's `--new-session` would also move it out of the process
 * group that is killed when a sandbox is abandoned during set-up.
 */
export function spawnSandboxed({ command, sandboxArguments }: SandboxedCommand): Sandboxed {
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    detached: true,
    cwd: '/',
    env: fixedEnvironment,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const input = child.stdio[3] as Writable // File descriptor 3 is a pipe that this process writes to.
  // The exit code explains why a sandbox ended before it read all arguments.
  input.on('error', () => undefined)
  input.end(sandboxArguments.map((argument) => `${argument}\0`).join(''))
  return child as unknown as Sandboxed
}
