import type { LogBuffer } from './log-buffer.ts'

/** Wraps a buffer so that it reports changes of the visible lines. */
export const observedBuffer = (buffer: LogBuffer, onVisibleChange: () => void): LogBuffer => ({
  ...buffer,
  setVisibleLines: (range, only) => {
    buffer.setVisibleLines(range, only)
    onVisibleChange()
  },
})
