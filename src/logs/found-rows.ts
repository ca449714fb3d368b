import type { LogBuffer } from './log-buffer.ts'
import type { LogRows } from './log-rows.ts'

/** The rows of the current query's results; they grow while the search runs. */
export const foundRows = (buffer: Pick<LogBuffer, 'found'>): LogRows => ({
  get count() {
    return buffer.found().count
  },
  sequenceAt: (index) => buffer.found().sequenceAt(index),
  indexOf: (sequence) => buffer.found().indexOf(sequence),
})
