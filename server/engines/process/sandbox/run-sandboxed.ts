import type { ExecResult } from '../../engine.ts'
import { signal } from '../system/signal.ts'
import type { SandboxedCommand } from './sandbox.ts'
import { spawnSandboxed } from './spawn-sandboxed.ts'

const maxOutputBytes = 1024 * 1024
const killedExitCode = 137

/** Runs a command in a sandbox until it ends, and returns its output. Kills it when the signal is aborted. */
export async function runSandboxed(sandboxed: SandboxedCommand, aborted?: AbortSignal): Promise<ExecResult> {
  aborted?.throwIfAborted()
  const child = spawnSandboxed(sandboxed)
  // Kills the whole group: a sandbox that is still being set up does not end with its first process.
  const kill = () => child.pid !== undefined && signal(-child.pid, 'SIGKILL')
  aborted?.addEventListener('abort', kill, { once: true })
  const parts: Buffer[] = []
  let bytes = 0
  const gather = (part: Buffer) => {
    if (bytes < maxOutputBytes) parts.push(part)
    bytes += part.length
  }
  child.stdout.on('data', gather)
  child.stderr.on('data', gather)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', kill)
    child.once('close', (code) => {
      aborted?.removeEventListener('abort', kill)
      if (aborted?.aborted) return reject(aborted.reason)
      const output = Buffer.concat(parts).subarray(0, maxOutputBytes).toString()
      resolve({ exitCode: code ?? killedExitCode, output })
    })
  })
}
