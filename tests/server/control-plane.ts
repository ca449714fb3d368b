import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverProgram } from '../server-program.ts'
import { until } from './until.ts'

const START_LIMIT_MS = 90_000

export interface ControlPlane {
  process: ChildProcess
  /** Its output so far. */
  out(): string
  err(): string
  /** Resolves with the URL in its ready line. */
  ready(): Promise<string>
  /** Resolves with its exit code, or the signal that ended it. */
  ended(): Promise<number | string>
}

/** Creates a data folder for one test; PostgreSQL notices within a moment when it is removed. */
export const temporaryFolder = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'longshore-start-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts the real program, on a port that the operating system chooses. */
export const startProcess = (dataFolder: string, environment: NodeJS.ProcessEnv = {}, ipc = false): ControlPlane => {
  const child = spawn(process.execPath, [serverProgram], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LONGSHORE_ENGINE: 'process',
      LONGSHORE_DATA: dataFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The output of the process is not piped.')
  let out = ''
  let err = ''
  stdout.on('data', (part: Buffer) => {
    out += part
  })
  stderr.on('data', (part: Buffer) => {
    err += part
  })
  // Not the 'close' event, which does not fire when the IPC channel was closed from this side.
  const ended = Promise.all([once(child, 'exit'), once(stdout, 'end'), once(stderr, 'end')]).then(
    ([[code, signal]]) => (code ?? signal) as number | string,
  )
  return {
    process: child,
    out: () => out,
    err: () => err,
    ready: () =>
      until(async () => {
        if (child.exitCode !== null) throw new Error(`The process ended before it was ready: ${err}`)
        return /is ready: (http:\S+)\n/.exec(out)?.[1]
      }, START_LIMIT_MS),
    ended: () => ended,
  }
}
