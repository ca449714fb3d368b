import { appendFile, writeSync } from 'node:fs'

/** Where log lines go, as pino wants it. */
export interface LogSink {
  write(line: string): void
  /** Writes what waits, once, before the process ends. */
  flushSync(): void
}

const MOST_WAITING = 1_000_000

/**
 * Writes lines to an open file. On a full disk or a closed pipe lines are dropped: pino's own writer would try again
 * for ever, and hold up the whole process with it.
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
      if (waiting.length < MOST_WAITING) waiting += line
      if (!writing) writeOn()
    },
    flushSync: () => {
      if (waiting === '') return
      try {
        writeSync(file, taken())
      } catch {
        // There is nowhere left to say it.
      }
    },
  }
}
