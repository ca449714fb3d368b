import type { LogBuffer } from './log-buffer.ts'

/** A book that tells when something else comes into view. */
export const observedBuffer = (buffer: LogBuffer, onVisibleChange: () => void): LogBuffer => ({
  ...buffer,
  setVisibleLines: (range, only) => {
    buffer.setVisibleLines(range, only)
    onVisibleChange()
  },
})
