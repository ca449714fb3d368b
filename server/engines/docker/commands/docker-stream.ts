import { Readable } from 'node:stream'
import type { Container } from 'dockerode'
import { EngineFailure } from '../../engine.ts'
import { dockerFailure } from '../docker-failure.ts'
import { readFrames } from '../logs/read-frames.ts'
import { exitCodeOf, failureToStart } from './docker-exec.ts'
import type { KillCommand } from './kill-command.ts'
import { createMarkedExec } from './marked-exec.ts'

const ERROR_CHARACTERS = 500

/** Runs a command whose standard output is read as a stream. It is killed when nobody reads any more. */
export async function dockerStream(
  container: Container,
  kill: KillCommand,
  command: string[],
  signal: AbortSignal,
): Promise<Readable> {
  signal.throwIfAborted()
  const { exec, end } = await createMarkedExec(container, kill, command, { readsInput: false })
  const source = await exec.start({})
  let hasExited = false

  async function* read(): AsyncGenerator<Buffer> {
    let errors = ''
    try {
      for await (const { stream, payload } of readFrames(source as AsyncIterable<Buffer>)) {
        if (stream === 'stdout') yield payload
        else errors = (errors + payload.toString()).slice(-ERROR_CHARACTERS)
      }
      signal.throwIfAborted()
      const exitCode = await exitCodeOf(exec, signal)
      hasExited = true
      if (exitCode !== 0) throw failureOf(exitCode, errors.trim(), command)
    } catch (error) {
      throw signal.aborted ? signal.reason : dockerFailure(error, { command })
    } finally {
      source.destroy()
    }
  }

  const output = Readable.from(read(), { objectMode: false })
  const destroy = output._destroy.bind(output)
  // Destroying the generator is not enough: it waits for output, and the command may write none.
  output._destroy = (error, done) => {
    source.destroy()
    const over = hasExited ? Promise.resolve() : end()
    over.then(
      () => destroy(error, done),
      (failure: unknown) => destroy(error ?? dockerFailure(failure, { command }), done),
    )
  }
  const stop = () => output.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  output.once('close', () => signal.removeEventListener('abort', stop))
  if (signal.aborted) stop()
  return output
}

export function failureOf(exitCode: number, errors: string, command: string[]): EngineFailure {
  const failure = failureToStart(exitCode, errors, command)
  if (failure) return failure
  const detail = errors === '' ? '' : `: ${errors}`
  return new EngineFailure('commandFailed', `The command exited with code ${exitCode}${detail}`)
}
