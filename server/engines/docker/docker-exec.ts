import { setTimeout as delay } from 'node:timers/promises'
import type { Container, Exec } from 'dockerode'
import type { ExecResult } from '../interface/commands.ts'
import { engineFailureFromMessage } from './docker-failure.ts'
import { readFrames } from './logs/read-frames.ts'

export const maxOutputBytes = 1024 * 1024
const pauseMs = 20
/** Output of the engine when the command could not be started at all. */
const notStarted = /^(OCI runtime exec failed|(Error: )?(runc|crun): )/

export async function dockerExec(
  container: Container,
  command: string[],
  signal: AbortSignal | undefined,
): Promise<ExecResult> {
  const exec = await container.exec({
    Cmd: command,
    AttachStdout: true,
    AttachStderr: true,
    ...(signal ? { abortSignal: signal } : {}),
  })
  const source = await exec.start(signal ? { abortSignal: signal } : {})
  const stop = () => source.destroy(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const output = await gather(source)
    const exitCode = await exitCodeOf(exec)
    if ((exitCode === 126 || exitCode === 127) && notStarted.test(output))
      throw engineFailureFromMessage(output.trim(), { command })
    return { exitCode, output, hasTimedOut: false }
  } finally {
    signal?.removeEventListener('abort', stop)
    source.destroy()
  }
}

async function gather(source: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const { payload } of readFrames(source)) {
    if (bytes < maxOutputBytes) parts.push(payload)
    bytes += payload.length
  }
  return Buffer.concat(parts).subarray(0, maxOutputBytes).toString()
}

/** Waits for the exit code: the output can end shortly before the engine records the exit. */
async function exitCodeOf(exec: Exec): Promise<number> {
  for (;;) {
    const { Running, ExitCode } = await exec.inspect()
    if (!Running && ExitCode !== null) return ExitCode
    await delay(pauseMs)
  }
}
