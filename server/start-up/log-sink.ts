import { appendFile, writeSync } from 'node:fs'

/** A destination for log lines, as pino requires. */
export interface LogSink {
  write(line: string): void
  /** Writes the buffered lines synchronously before the process exits. */
  flushSync(): void
}

const MAX_WAITING = 1_000_000

/**
 * Writes lines to an open file. Drops lines on a full disk or a closed pipe, where pino's own writer would retry for
 * ever and block the process.
 */
export const openLogSink = (file: number): LogSink => {
  let waiting = ''
  let writing = false
  let torn = false

  const taken = (): string => {
    const text = torn ? `\n${waiting}` : waiting
    waiting = ''
    return text
  }

  const writeOn = () => {
    writing = true
    appendFile(file, taken(), (error) => {
      writing = false
      torn = error !== null
      if (waiting !== '') writeOn()
    })
  }

  return {
    write: (line) => {
      if (waiting.length < MAX_WAITING) waiting += line
      if (!writing) writeOn()
    },
    flushSync: () => {
      if (waiting === '') return
      try {
        writeSync(file, taken())
      } catch {
        // There is nowhere left to report it.
      }
    },
  }
}
