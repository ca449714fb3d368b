import type { ExecResult } from '../../engine.ts'
import type { SandboxedCommand } from './sandbox.ts'
import { spawnSandboxed } from './spawn-sandboxed.ts'

const longestOutputBytes = 1024 * 1024
const killedExitCode = 137

/** Runs a command in a sandbox to its end and gathers its output; ended by force when the signal is aborted. */
export function runSandboxed(sandboxed: SandboxedCommand, signal?: AbortSignal): Promise<ExecResult> {
  const child = spawnSandboxed(sandboxed, { killSignal: 'SIGKILL', ...(signal ? { signal } : {}) })
  const parts: Buffer[] = []
  let bytes = 0
  const gather = (part: Buffer) => {
    if (bytes < longestOutputBytes) parts.push(part)
    bytes += part.length
  }
  child.stdout.on('data', gather)
  child.stderr.on('data', gather)
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(signal?.aborted ? signal.reason : error))
    child.once('close', (code) => {
      const output = Buffer.concat(parts).subarray(0, longestOutputBytes).toString()
      resolve({ exitCode: code ?? killedExitCode, output })
    })
  })
}
