import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Container, Exec } from 'dockerode'
import { EngineFailure } from '../../engine.ts'
import type { EngineSession, SessionEnd, SessionOptions, TerminalSize } from '../../interface/sessions.ts'
import { endRest, isContainerRunning, processesIn } from '../commands/container-processes.ts'
import { exitCodeOf, isRunning } from '../commands/docker-exec.ts'
import { type KillCommand, MARK_VARIABLE } from '../commands/kill-command.ts'
import { ignoreStatus } from '../docker-failure.ts'
import { awaitStart } from './await-start.ts'
import { shellCommand } from './shell-command.ts'

const CALL_MS = 15_000
const KILLED = 137
const RECORDED_MS = 1000
const PAUSE_MS = 50

/** Starts a shell with a terminal. Its processes are found by their mark, which they inherit. */
export async function dockerSession(
  container: Container,
  kill: KillCommand,
  { mark, signal, columns, rows }: SessionOptions,
): Promise<EngineSession> {
  signal?.throwIfAborted()
  const { Id, HostConfig } = await container.inspect()
  const before = await processesIn(container)
  const exec = await container.exec({
    Cmd: shellCommand(HostConfig.Init),
    Env: [`${MARK_VARIABLE}=${mark}`, 'TINI_SUBREAPER=1', 'TERM=xterm-256color'],
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    Tty: true,
  })
  const stream = await exec.start({ hijack: true, stdin: true, Tty: true })
  // The end of the stream tells more than its error, and an error that nobody handles ends the process.
  stream.on('error', () => {})
  const resize = async (size: TerminalSize) => {
    await exec
      .resize({ w: size.columns, h: size.rows, abortSignal: AbortSignal.timeout(CALL_MS) })
      .catch(ignoreStatus(404))
      .catch(ignoreStatus(409))
  }
  try {
    const { hasStarted } = await awaitStart(stream, mark)
    if (!hasStarted) throw (await isContainerRunning(container)) ? noShell() : notRunning()
    signal?.throwIfAborted()
    await resize({ columns, rows })
  } catch (error) {
    stream.destroy()
    if (await isRunning(exec)) await kill(Id, mark)
    throw error
  }
  let ending: Promise<void> | undefined
  const end = () => {
    stream.destroy()
    ending ??= killIn(container, () => kill(Id, mark))
    return ending
  }
  const ended = endOf(stream, exec, container, () => endRest(container, before, () => kill(Id, mark)))
  return { stream, resize, ended, end }
}

/** Kills the processes of a session in a container that may have ended. */
export async function killIn(container: Container, kill: () => Promise<void>): Promise<void> {
  if (!(await isContainerRunning(container))) return
  try {
    await kill()
  } catch (error) {
    // Nothing outlives its container.
    if (await isContainerRunning(container)) throw error
  }
}

async function endOf(
  stream: Duplex,
  exec: Exec,
  container: Container,
  endRest: () => Promise<void>,
): Promise<SessionEnd> {
  if (!stream.closed) await once(stream, 'close').catch(() => {})
  try {
    if (!(await isContainerRunning(container))) return { kind: 'workloadEnded' }
    // The connection broke before the shell ended.
    if (stream.errored || !stream.readableEnded) return { kind: 'lost' }
    const exitCode = await exitCodeOf(exec, AbortSignal.timeout(CALL_MS))
    // The engine records the end of a container after that of its processes.
    for (let waitedMs = 0; exitCode === KILLED && waitedMs < RECORDED_MS; waitedMs += PAUSE_MS) {
      if (!(await isContainerRunning(container))) return { kind: 'workloadEnded' }
      await delay(PAUSE_MS)
    }
    await endRest()
    return { kind: 'exited', exitCode }
  } catch {
    const isThere = await isContainerRunning(container).catch(() => true)
    return { kind: isThere ? 'lost' : 'workloadEnded' }
  }
}

function noShell(): EngineFailure {
  return new EngineFailure(
    'commandNotFound',
    'This image has no shell (/bin/sh), so no session can be opened in it. Use an image that contains one.',
  )
}

function notRunning(): EngineFailure {
  return new EngineFailure('workloadNotRunning', 'The workload is not running. Start it first.')
}
