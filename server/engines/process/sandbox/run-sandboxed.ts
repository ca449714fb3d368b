import type { ExecOptions, ExecResult } from '../../interface/commands.ts'
import { signal } from '../system/signal.ts'
import type { SandboxedCommand } from './sandbox.ts'
import { spawnSandboxed } from './spawn-sandboxed.ts'

const maxOutputBytes = 1024 * 1024
const killedExitCode = 137

/**
 * Runs a command in a sandbox until it ends, and returns its output. Kills it, and with the sandbox all that it started,
 * at the time limit and when the signal is aborted.
 */
export async function runSandboxed(
  sandboxed: SandboxedCommand,
  { signal: aborted, timeoutMs }: ExecOptions = {},
): Promise<ExecResult> {
  aborted?.throwIfAborted()
  const child = spawnSandboxed(sandboxed)
  // Kills the whole group: a sandbox that is still being set up does not end with its first process.
  const kill = () => child.pid !== undefined && signal(-child.pid, 'SIGKILL')
  aborted?.addEventListener('abort', kill, { once: true })
  let hasTimedOut = false
  const limit =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          hasTimedOut = true
          kill()
        }, timeoutMs)
  const parts: Buffer[] = []
  let bytes = 0
  const gather = (part: Buffer) => {
    if (bytes < maxOutputBytes) parts.push(part)
    bytes += part.length
  }
  child.stdout.on('data', gather)
  child.stderr.on('data', gather)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      clearTimeout(limit)
      reject(error)
    })
    child.once('exit', kill)
    child.once('close', (code) => {
      clearTimeout(limit)
      aborted?.removeEventListener('abort', kill)
      if (aborted?.aborted) return reject(aborted.reason)
      const output = Buffer.concat(parts).subarray(0, maxOutputBytes).toString()
      const exitCode = hasTimedOut ? killedExitCode : (code ?? killedExitCode)
      resolve({ exitCode, output, isCut: bytes > maxOutputBytes, hasTimedOut })
    })
  })
}
