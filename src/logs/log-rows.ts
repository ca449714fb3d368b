import type { LogBuffer } from './log-buffer.ts'

/** The rows of a log view, by index from the top: a whole log, or the lines that a search found. */
export interface LogRows {
  readonly count: number
  sequenceAt(index: number): number | undefined
  /** Returns the index of the first row at or after a sequence number. */
  indexOf(sequence: number): number
}

/** Returns a row for every line of a log, optionally from a sequence number on. */
export const rangeRows = (buffer: Pick<LogBuffer, 'extent'>, from = 0): LogRows => {
  const oldest = () => Math.max(from, buffer.extent().oldest)
  const count = () => Math.max(0, buffer.extent().head - oldest() + 1)
  return {
    get count() {
      return count()
    },
    sequenceAt: (index) => (index >= 0 && index < count() ? oldest() + index : undefined),
    indexOf: (sequence) => Math.min(count(), Math.max(0, sequence - oldest())),
  }
}
