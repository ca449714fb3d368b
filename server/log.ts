import { copyFileSync, openSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, multistream, pino } from 'pino'
import type { Config } from './config.ts'
import { describedError } from './start-up/described-error.ts'
import { openLogSink } from './start-up/log-sink.ts'
import { terminalLogSink } from './start-up/terminal-log-sink.ts'

export type Log = Logger

export interface LogOutput {
  log: Log
  /** Limits the size of the log file. */
  rotate(): void
  flush(): void
}

const MAX_BYTES = 20_000_000

/** Opens the log. It is written to a file, to keep the terminal quiet; warnings also go to stderr. */
export const openLog = ({ log: logSettings, dataFolder }: Pick<Config, 'log' | 'dataFolder'>): LogOutput => {
  const options = {
    level: logSettings.level,
    base: null,
    serializers: { err: (error: unknown) => describedError(error) },
    redact: {
      paths: ['authorization', 'cookie', 'token', '*.authorization', '*.cookie', '*.token', '*.password'],
      remove: true,
    },
  }
  const terminal = openLogSink(2)
  if (logSettings.to === 'stderr')
    return { log: pino(options, terminal), rotate: () => undefined, flush: terminal.flushSync }

  const path = join(dataFolder, 'longshore.log')
  rotateIfLarge(path)
  const file = openLogSink(openSync(path, 'a', 0o600))
  const log = pino(
    options,
    multistream([
      { level: 'trace', stream: file },
      { level: 'warn', stream: terminalLogSink(terminal) },
    ]),
  )
  return {
    log,
    rotate: () => rotateIfLarge(path),
    flush: () => {
      file.flushSync()
      terminal.flushSync()
    },
  }
}

/** Copies and truncates the file, because the open file descriptor stays in use. */
const rotateIfLarge = (path: string): void => {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < MAX_BYTES) return
  try {
    copyFileSync(path, `${path}.1`)
  } catch {
    // On a full disk, free space matters more than old lines.
  }
  truncateSync(path)
}
