import { flushCompileCache } from 'node:module'
import { singleLine } from '../../src/rules/single-line.ts'
import type { Log } from '../log.ts'
import { databaseErrorKind } from '../store/database-error-kind.ts'
import { fullDisk } from './full-disk.ts'
import { collectGarbageWhenIdle } from './idle-memory.ts'
import { settingsText } from './settings-text.ts'
import { startControlPlane } from './start-control-plane.ts'
import { StartUpError } from './start-up-error.ts'
import { createStopStack } from './stop-stack.ts'

const FLUSH_MS = 2000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Starts the control plane, reports when it is ready, and stops everything in order on a signal. */
export const run = async (): Promise<void> => {
  if (process.argv.includes('--help')) return void process.stdout.write(settingsText())
  const stops = createStopStack()
  let log: Log | undefined
  let flushLog = () => {}
  let stopping: Promise<never> | undefined
  let started: Promise<unknown> = Promise.resolve()

  const stop = (code: number): Promise<never> => {
    stopping ??= (async () => {
      // Waits for a start in progress, so that everything it has started is stopped.
      await started.catch(() => undefined)
      await stops.stopAll(log)
      flushLog()
      process.exit(code)
    })()
    return stopping
  }

  for (const signal of SIGNALS) process.on(signal, () => void stop(0))
  // The launcher keeps an IPC channel open; when it closes, the launcher is gone.
  process.on('disconnect', () => void stop(0))
  process.on('unhandledRejection', (error) => log?.error({ err: error }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    log?.fatal({ err: error }, 'uncaught exception; Longshore stops')
    if (!log) process.stderr.write(`${error.stack ?? error.message}\n`)
    void stop(1)
  })

  try {
    const starting = startControlPlane(process.env, process.cwd(), stops)
    started = starting
    const control = await starting
    log = control.log
    flushLog = control.flushLog
    stops.push('idle memory', collectGarbageWhenIdle())
    if (!stopping) process.stdout.write(`${control.config.product.name} is ready: ${addressOf(control.port)}\n`)
    // Flushed now and not at the end: a killed process would otherwise compile everything again at its next start.
    setTimeout(flushCompileCache, FLUSH_MS).unref()
  } catch (error) {
    if (!stopping) process.stderr.write(`${errorMessageOf(error)}\n`)
    await stop(1)
  }
}

const addressOf = (port: number) => `http://localhost:${port}`

const errorMessageOf = (error: unknown): string => {
  if (databaseErrorKind(error) === 'full') return fullDisk().message
  if (error instanceof StartUpError) return singleLine(error.message)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
