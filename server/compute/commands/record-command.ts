import { EngineFailure } from '../../engines/engine.ts'
import type { ExecResult } from '../../engines/interface/commands.ts'
import type { ContainerUse } from './shell-command-line.ts'

interface Options {
  write(use: ContainerUse): Promise<void>
  callerLeft: AbortSignal
  serverStopped: AbortSignal
}

/** Executes a command and writes how it ended. Nothing is written about one that the container could not start. */
export async function recordCommand(
  execute: (signal: AbortSignal) => Promise<ExecResult>,
  { write, callerLeft, serverStopped }: Options,
): Promise<ExecResult> {
  const signal = AbortSignal.any([callerLeft, serverStopped])
  signal.throwIfAborted()
  const startedAtMs = performance.now()
  const durationMs = () => performance.now() - startedAtMs
  const result = await execute(signal).catch(async (error: unknown) => {
    if (!hasNotStarted(error)) {
      const reason = serverStopped.aborted ? 'serverStopped' : callerLeft.aborted ? 'callerLeft' : 'noResult'
      await write({ kind: 'commandLost', durationMs: durationMs(), reason })
    }
    throw error
  })
  const { output, ...end } = result
  await write({ kind: 'commandEnded', durationMs: durationMs(), bytes: Buffer.byteLength(output), ...end })
  return result
}

const hasNotStarted = (error: unknown): boolean =>
  error instanceof EngineFailure && (error.code === 'commandNotFound' || error.code === 'commandUnsupported')
