import type { LogBuffer } from './log-buffer.ts'
import type { LogRows } from './log-rows.ts'

/** Only the lines that the present query finds, as they are found. */
export const foundRows = (buffer: Pick<LogBuffer, 'found'>): LogRows => ({
  get count() {
    return buffer.found().count
  },
  sequenceAt: (index) => buffer.found().sequenceAt(index),
  indexOf: (sequence) => buffer.found().indexOf(sequence),
})
