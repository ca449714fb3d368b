import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Container } from 'dockerode'
import { exitCodeOf } from '../commands/docker-exec.ts'
import { failureOf } from '../commands/docker-stream.ts'
import type { KillCommand } from '../commands/kill-command.ts'
import { createMarkedExec } from '../commands/marked-exec.ts'
import { readFrames } from '../logs/read-frames.ts'

const ERROR_CHARACTERS = 500

/** Runs a command that reads standard input. */
export async function dockerFeed(
  container: Container,
  kill: KillCommand,
  command: string[],
  input: Readable,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const { exec, end: endCommand } = await createMarkedExec(container, kill, command, { readsInput: true })
  const stream = await exec.start({ hijack: true, stdin: true })
  stream.on('error', () => {})
  const end = new AbortController()
  let output = ''
  const read = async () => {
    for await (const { payload } of readFrames(stream as AsyncIterable<Buffer>))
      output = (output + payload.toString()).slice(-ERROR_CHARACTERS)
  }
  // A command that rejects its input ends before it has read all of it.
  const fed = pipeline(input, stream, { end: false, signal: AbortSignal.any([signal, end.signal]) })
  try {
    const failed = fed.catch((error: unknown) => {
      if (!end.signal.aborted) throw error
    })
    const reading = read()
    await Promise.race([reading, failed.then(() => reading)])
    end.abort()
    await failed
    const exitCode = await exitCodeOf(exec, signal)
    if (exitCode !== 0) throw failureOf(exitCode, output.trim(), command)
  } catch (error) {
    end.abort()
    stream.destroy()
    await endCommand()
    throw signal.aborted ? signal.reason : error
  } finally {
    input.destroy()
    stream.destroy()
  }
}
