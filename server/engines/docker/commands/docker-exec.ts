import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Container, Exec } from 'dockerode'
import type { EngineFailure } from '../../engine.ts'
import type { ExecOptions, ExecResult } from '../../interface/commands.ts'
import { engineFailureFromMessage, statusOf } from '../docker-failure.ts'
import { readFrames } from '../logs/read-frames.ts'
import { endRest, processesIn } from './container-processes.ts'
import { type KillCommand, MARK_VARIABLE, notStopped } from './kill-command.ts'

export const maxOutputBytes = 1024 * 1024
const pauseMs = 20
const endMs = 5000
const killedExitCode = 137
/** Output of the engine, or of its init, when the command could not be started at all. */
const notStarted = /^(OCI runtime exec failed|(Error: )?(runc|crun): |\[FATAL tini \(\d+\)\] exec )/
const startFailures = ['commandNotFound', 'workloadNotFound', 'workloadNotRunning']
/** Docker mounts its init here in every container that asks for one. */
export const initPath = '/sbin/docker-init'

/** Runs a command. One with a time limit or a signal is killed with everything that it started. */
export async function dockerExec(
  container: Container,
  kill: KillCommand,
  command: string[],
  { signal, timeoutMs, endsAll = false }: ExecOptions,
): Promise<ExecResult> {
  signal?.throwIfAborted()
  const isLimited = signal !== undefined || timeoutMs !== undefined
  const mark = randomUUID()
  const { Id, HostConfig } = await container.inspect()
  const isEnding = isLimited && endsAll
  const before = isEnding ? await processesIn(container) : undefined
  const exec = await container.exec({
    // Under an init, processes that leave their parent stay descendants of the command.
    Cmd: isLimited && HostConfig.Init ? [initPath, '--', ...command] : command,
    ...(isLimited ? { Env: [`${MARK_VARIABLE}=${mark}`, 'TINI_SUBREAPER=1'] } : {}),
    AttachStdout: true,
    AttachStderr: true,
  })
  const source = await exec.start({})
  const output = new Output(source)
  const end = new AbortController()
  try {
    // A command that closes its output may run on: the limit also holds for its exit.
    const exited = output.ended.then(() => exitCodeOf(exec, end.signal))
    exited.catch(() => {})
    const exitCode = await Promise.race([exited, limitOf(signal, timeoutMs, end.signal)])
    if (exitCode === 'over') {
      if (await isRunning(exec)) await kill(Id, mark)
      await hasEnded(exec)
      signal?.throwIfAborted()
      // Nothing of the command is left that could write.
      source.destroy()
      return { exitCode: killedExitCode, ...output.result, hasTimedOut: true }
    }
    const failure = failureToStart(exitCode, output.text, command)
    if (failure) throw failure
    if (isEnding) await endRest(container, before, () => kill(Id, mark))
    return { exitCode, ...output.result, hasTimedOut: false }
  } finally {
    end.abort()
    source.destroy()
  }
}

/** Returns why a command could not be started. A program that only prints what the engine would has a result of its own. */
export function failureToStart(exitCode: number, output: string, command: string[]): EngineFailure | undefined {
  if ((exitCode !== 126 && exitCode !== 127) || !notStarted.test(output)) return undefined
  const failure = engineFailureFromMessage(output.trim(), { command })
  return startFailures.includes(failure.code) ? failure : undefined
}

/** Gathers what a command writes while it runs, up to the limit. */
class Output {
  readonly #parts: Buffer[] = []
  #bytes = 0
  readonly ended: Promise<undefined>

  constructor(source: AsyncIterable<Buffer>) {
    this.ended = this.#gather(source)
    // Destroying the source ends it with an error that nobody waits for any more.
    this.ended.catch(() => {})
  }

  get text(): string {
    return Buffer.concat(this.#parts).subarray(0, maxOutputBytes).toString()
  }

  get result(): Pick<ExecResult, 'output' | 'isCut'> {
    return { output: this.text, isCut: this.#bytes > maxOutputBytes }
  }

  async #gather(source: AsyncIterable<Buffer>): Promise<undefined> {
    for await (const { payload } of readFrames(source)) {
      if (this.#bytes < maxOutputBytes) this.#parts.push(payload)
      this.#bytes += payload.length
    }
  }
}

/** Resolves at the limit or when the signal is aborted; never when `end` is aborted before. */
function limitOf(signal: AbortSignal | undefined, timeoutMs: number | undefined, end: AbortSignal): Promise<'over'> {
  return new Promise((resolve) => {
    const over = () => resolve('over')
    signal?.addEventListener('abort', over, { once: true, signal: end })
    if (timeoutMs === undefined) return
    const timer = setTimeout(over, timeoutMs)
    end.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}

/** A command that ended together with its container is gone. */
export async function isRunning(exec: Exec): Promise<boolean> {
  try {
    return (await exec.inspect()).Running
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}

/** Waits until the engine has seen the end of a killed command. */
export async function hasEnded(exec: Exec): Promise<void> {
  for (let waitedMs = 0; await isRunning(exec); waitedMs += pauseMs) {
    if (waitedMs > endMs) throw notStopped()
    await delay(pauseMs)
  }
}

/** Waits for the exit code: the output can end shortly before the engine records the exit. */
export async function exitCodeOf(exec: Exec, signal: AbortSignal): Promise<number> {
  for (;;) {
    signal.throwIfAborted()
    const { Running, ExitCode } = await exec.inspect()
    if (!Running && ExitCode !== null) return ExitCode
    await delay(pauseMs)
  }
}
